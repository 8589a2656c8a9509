import { beforeEach, describe, expect, it } from 'vitest'
import { MAX_PLAYED, readPlayed, savePlayedTrack } from './played-tracks.ts'
import { saveShuffle } from './save-player-state.ts'

beforeEach(() => localStorage.clear())

describe('played tracks', () => {
  it('are saved by album without duplicates, the last played album at the end (ENG-22, READ-04, STO-11)', () => {
    savePlayedTrack({ albumId: 'b', id: 'b1' })
    savePlayedTrack({ albumId: 'a', id: 'a1' })
    savePlayedTrack({ albumId: 'b', id: 'b2' })
    expect(savePlayedTrack({ albumId: 'b', id: 'b1' })).toBe('{"a":["a1"],"b":["b1","b2"]}')
    expect(localStorage.getItem('playedTracks')).toBe('{"a":["a1"],"b":["b1","b2"]}')
  })

  it('are limited; the albums played longest ago are dropped (ENG-22)', () => {
    const many = Array.from({ length: MAX_PLAYED - 1 }, (_, n) => `t${n}`)
    localStorage.setItem('playedTracks', JSON.stringify({ oldest: ['o1'], middle: ['m1'], many }))
    savePlayedTrack({ albumId: 'middle', id: 'm2' })
    expect(Object.keys(readPlayed())).toEqual(['middle'])
    localStorage.setItem('playedTracks', JSON.stringify({ oldest: ['o1'], many }))
    savePlayedTrack({ albumId: 'new', id: 'n1' })
    expect(Object.keys(readPlayed())).toEqual(['many', 'new'])
  })
})

describe('shuffle orders', () => {
  const saved = () => Object.keys(localStorage).filter(key => key.startsWith('shuffledTracks_'))

  it('are saved for a limited number of lists; the oldest are dropped (ENG-20, STO-14)', () => {
    for (let n = 0; n < 60; n++) saveShuffle(`al${n}`, '["a"]')
    saveShuffle('al10', '["b"]')
    expect(saved()).toHaveLength(50)
    expect(localStorage.getItem('shuffledTracks_al9')).toBeNull()
    expect(localStorage.getItem('shuffledTracks_al10')).toBe('["b"]')
    localStorage.setItem('shuffledTracks_user', '["u"]')
    saveShuffle('al60', '["a"]')
    expect(localStorage.getItem('shuffledTracks_user')).toBe('["u"]')
  })

  it('are limited in total size (STO-14)', () => {
    const long = JSON.stringify(Array.from({ length: 10_000 }, (_, n) => `track-of-22-letters-${n}`))
    for (let n = 0; n < 10; n++) saveShuffle(`al${n}`, long)
    expect(saved().length).toBeLessThan(6)
    expect(saved()).toContain('shuffledTracks_al9')
  })
})

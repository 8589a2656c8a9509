import { albumShuffleCookie, USER_SHUFFLE_COOKIE } from '@refrain/contract/account/cookies'
import { expect, it } from 'vitest'
import { chooseEvictions, countForeignBytes } from './evict-cookies.ts'

const KIB = 'x'.repeat(1024)
const albums = (count: number, value = '1') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [albumShuffleCookie(`al_${n}`), value]))

it('evicts nothing while the cookies fit (STO-33)', () => {
  expect(chooseEvictions({}, 'track', KIB)).toEqual([])
  expect(
    chooseEvictions({ ...albums(9), [USER_SHUFFLE_COOKIE]: '1' }, albumShuffleCookie('new'), '1'),
  ).toEqual([])
  expect(chooseEvictions(albums(10), 'track', '1')).toEqual([])
})

it('keeps the shuffle orders of ten albums and evicts the oldest (STO-33, PROP-48)', () => {
  expect(chooseEvictions(albums(10), albumShuffleCookie('new'), '1')).toEqual([albumShuffleCookie('al_0')])
  expect(chooseEvictions(albums(12), albumShuffleCookie('new'), '1')).toEqual(
    ['al_0', 'al_1', 'al_2'].map(albumShuffleCookie),
  )
  expect(chooseEvictions(albums(10), albumShuffleCookie('al_3'), '2')).toEqual([])
})

it('keeps the total within 8 KiB by evicting the oldest shuffle orders only (PROP-48)', () => {
  const played = { playedTracks: KIB.repeat(3) }
  const user = { [USER_SHUFFLE_COOKIE]: KIB }
  const kept = { ...played, ...albums(4, KIB), ...user }
  expect(chooseEvictions(kept, 'track', '1')).toEqual([albumShuffleCookie('al_0')])
  expect(chooseEvictions({ ...user, ...played, ...albums(4, KIB) }, 'track', KIB)).toEqual([
    USER_SHUFFLE_COOKIE,
    albumShuffleCookie('al_0'),
  ])
  expect(chooseEvictions(kept, 'playedTracks', KIB)).toEqual([])
})

it('returns undefined if evicting all shuffle orders does not suffice (PROP-48)', () => {
  const kept = { playedTracks: KIB.repeat(3), album: KIB.repeat(3), ...albums(1, KIB) }
  expect(chooseEvictions(kept, 'track', KIB.repeat(3))).toBeUndefined()
})

it('counts encoded bytes, without foreign cookies', () => {
  const kept = { playedTracks: '"'.repeat(1024), album: '"'.repeat(1024) }
  expect(chooseEvictions(kept, 'track', 'x'.repeat(2000))).toEqual([])
  expect(chooseEvictions(kept, 'track', '"'.repeat(700))).toBeUndefined()
  expect(chooseEvictions({ theirs: KIB.repeat(9) }, 'track', '1')).toEqual([])
})

it('keeps the total with foreign cookies within 12 KiB', () => {
  const kept = albums(4, KIB)
  expect(chooseEvictions(kept, 'track', '1', 7 * 1024)).toEqual([])
  expect(chooseEvictions(kept, 'track', '1', 8 * 1024)).toEqual([albumShuffleCookie('al_0')])
  expect(chooseEvictions(kept, 'track', '1', 11 * 1024)).toHaveLength(4)
  expect(chooseEvictions(kept, 'track', '1', 12 * 1024)).toBeUndefined()
})

it('counts foreign cookies and duplicates as foreign bytes', () => {
  expect(countForeignBytes(undefined)).toBe(0)
  expect(countForeignBytes('track=abc; shuffledTracks_al=1')).toBe(0)
  expect(countForeignBytes(`theirs=${KIB}; track=abc`)).toBe('theirs=; '.length + 1024)
  expect(countForeignBytes('track=abc; track=abc;nonsense')).toBe('track=abc; '.length + 'nonsense; '.length)
})

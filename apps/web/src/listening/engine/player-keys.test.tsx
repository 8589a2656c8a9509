import { fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeAlbum, makeTracks } from '../../testing/records.ts'
import { player } from './player.ts'
import { listenToKeys, playerKeys } from './player-keys.ts'
import { toPlayingList } from './player-track.ts'

vi.mock('./player.ts')

const album = makeAlbum('al1', 3)
let listening: AbortController

beforeEach(() => {
  listening = new AbortController()
  listenToKeys(listening.signal)
  document.body.innerHTML = `
    <input id="field"><button id="button"></button><a id="link" href="#"></a><div role="menu"><p id="menu"></p></div>
    <section data-player><button id="control"></button><span data-own-arrows><input id="volume" type="range"></span></section>`
  player.playAlbum(toPlayingList(album, makeTracks(album)))
})
afterEach(() => {
  listening.abort()
  player.stop()
  player.setVolume(1)
})

const press = (key: string, at = 'body', more: KeyboardEventInit = {}) =>
  fireEvent.keyDown(document.querySelector(at) as Element, { key, ...more })
const position = () => player.progress.getState().position

it('plays and pauses with Space', () => {
  press(' ')
  expect(player.getState().status).toBe('paused')
  press(' ')
  expect(player.getState().status).not.toBe('paused')
})

it('leaves Space to the page while nothing is loaded', () => {
  player.stop()
  expect(press(' ')).toBe(true)
})

it('leaves Space to a focused control that uses it', () => {
  press(' ', '#button')
  press(' ', '#link')
  expect(player.getState().status).not.toBe('paused')
})

it('skips to the next and previous track with Shift and an arrow', () => {
  press('ArrowRight', 'body', { shiftKey: true })
  expect(player.getState().track?.id).toBe('al1-2')
  press('ArrowLeft', 'body', { shiftKey: true })
  expect(player.getState().track?.id).toBe('al1-1')
})

it('seeks and changes the volume with arrows only while the player has focus', () => {
  press('ArrowRight')
  press('ArrowDown')
  expect([position(), player.getState().volume]).toEqual([0, 1])
  press('ArrowRight', '#control')
  press('ArrowDown', '#control')
  expect([position(), player.getState().volume]).toEqual([5, 0.95])
  press('ArrowLeft', '#control')
  press('ArrowUp', '#control')
  expect([position(), player.getState().volume]).toEqual([0, 1])
})

it('leaves the arrows to the volume slider', () => {
  press('ArrowRight', '#volume')
  expect(position()).toBe(0)
})

it('mutes and unmutes with M', () => {
  player.setVolume(0.6)
  press('M')
  expect(player.getState().volume).toBe(0)
  press('m')
  expect(player.getState().volume).toBe(0.6)
})

it('ignores keys while typing, in a menu, or with another modifier', () => {
  for (const selector of ['#field', '#menu']) {
    press(' ', selector)
    press('m', selector)
  }
  press('m', 'body', { ctrlKey: true })
  press(' ', 'body', { metaKey: true })
  expect([player.getState().status, player.getState().volume]).toEqual(['loading', 1])
})

it('runs an action once while its key is held, without scrolling the page', () => {
  for (const repeat of [false, true, true]) expect(press(' ', 'body', { repeat })).toBe(false)
  expect(player.getState().status).toBe('paused')
  for (const repeat of [false, true]) press('ArrowRight', 'body', { repeat, shiftKey: true })
  expect(player.getState().track?.id).toBe('al1-2')
  for (const repeat of [false, true]) press('s', 'body', { repeat })
  expect(player.getState().shuffled.album).toBe(true)
})

it('keeps seeking and changing the volume while a key is held', () => {
  for (const repeat of [false, true])
    for (const key of ['ArrowRight', 'ArrowDown']) press(key, '#control', { repeat })
  expect(position()).toBe(10)
  expect(player.getState().volume).toBeCloseTo(0.9)
})

it('has no duplicate keys', () => {
  const keys = playerKeys.map(row => row.key)
  expect(new Set(keys).size).toBe(keys.length)
})

import type { shortcutsTexts } from '@refrain/messages/en/shortcuts'
import { isKeyOn } from './letter-keys.ts'
import { toggleMute } from './mute.ts'
import { player } from './player.ts'
import { cycleRepeat, toggleAutoplay } from './repeat.ts'
import { toggleShuffle } from './toggle-shuffle.ts'

/** Seconds that the arrow keys seek, and the step of the volume keys. */
const JUMP = 5
const LOUDER = 0.05

interface PlayerKey {
  /** As in KeyboardEvent.key, with the prefix `Shift+`. */
  readonly key: string
  /** As shown in the list of shortcuts. */
  readonly shown: string
  /** Key of its text. */
  readonly does: keyof typeof shortcutsTexts
  /** Only while a part of the player has the focus that does not use arrow keys itself. */
  readonly inPlayer?: boolean
  readonly run: () => void
}

const position = () => player.progress.getState().position
const volume = () => player.getState().volume

/** Narrow windows have no button in sight that shows what a key does. */
const isHidden = (button: string) =>
  ![...document.querySelectorAll(button)].some(each => each.getClientRects().length > 0)

/** All keyboard shortcuts of the player; the list under `?` is made from them. */
export const playerKeys: readonly PlayerKey[] = [
  { key: ' ', shown: 'Space', does: 'playOrPause', run: player.toggle },
  { key: 'Shift+ArrowRight', shown: 'Shift →', does: 'next', run: player.next },
  { key: 'Shift+ArrowLeft', shown: 'Shift ←', does: 'previous', run: player.previous },
  { key: 'm', shown: 'M', does: 'mute', run: toggleMute },
  {
    key: 's',
    shown: 'S',
    does: 'shuffle',
    run: () => toggleShuffle(player.getState().source, isHidden('.shuffle-button')),
  },
  { key: 'r', shown: 'R', does: 'repeat', run: () => cycleRepeat(isHidden('.repeat-button')) },
  { key: 'a', shown: 'A', does: 'autoplay', run: () => toggleAutoplay(true) },
  {
    key: 'ArrowRight',
    shown: '→',
    does: 'forward',
    inPlayer: true,
    run: () => player.seekTo(position() + JUMP),
  },
  {
    key: 'ArrowLeft',
    shown: '←',
    does: 'back',
    inPlayer: true,
    run: () => player.seekTo(position() - JUMP),
  },
  {
    key: 'ArrowUp',
    shown: '↑',
    does: 'louder',
    inPlayer: true,
    run: () => player.setVolume(volume() + LOUDER),
  },
  {
    key: 'ArrowDown',
    shown: '↓',
    does: 'quieter',
    inPlayer: true,
    run: () => player.setVolume(volume() - LOUDER),
  },
]

/** Handles the player's keyboard shortcuts on the whole page, except while typing or in a menu. */
export function listenToKeys(signal: AbortSignal): void {
  document.addEventListener(
    'keydown',
    event => {
      const row = rowFor(event)
      if (!row) return
      // A held key runs once, except keys that change something step by step.
      event.preventDefault()
      if (!event.repeat || row.inPlayer) row.run()
    },
    { signal },
  )
}

function rowFor(event: KeyboardEvent): PlayerKey | undefined {
  const { target } = event
  if (!isFree(event) || !(target instanceof Element)) return undefined
  const key = `${event.shiftKey ? 'Shift+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
  // Space activates a focused control first, and scrolls the page while there is nothing to play.
  const idle = player.getState().status === 'idle'
  if (key === ' ' && (idle || target.closest('button, a, summary, [role="button"]'))) return undefined
  const inPlayer = target.closest('[data-player]') !== null && !target.closest('[data-own-arrows]')
  return playerKeys.find(row => row.key === key && isKeyOn(key) && (inPlayer || !row.inPlayer))
}

/** Whether a key press is free: not typing, not in a menu, not a browser shortcut. */
export function isFree(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false
  if (!(target instanceof Element) || target.closest('[role="menu"]')) return false
  if (target instanceof HTMLInputElement) return target.type === 'range'
  return target.closest('textarea, select, [contenteditable="true"]') === null
}

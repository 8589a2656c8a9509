import { toggleMute } from './mute.ts'
import { player } from './player.ts'
import { toggleShuffle } from './toggle-shuffle.ts'

/** Seconds the arrow keys jump, and how much they change the volume. */
const JUMP = 5
const LOUDER = 0.05

interface PlayerKey {
  /** As a KeyboardEvent names it, `Shift+` in front. */
  readonly key: string
  /** As the list of keys shows it. */
  readonly shown: string
  readonly does: string
  /** Only while something of the player has the focus that has no use for arrows of its own. */
  readonly inPlayer?: boolean
  readonly act: () => void
}

const position = () => player.progress.getState().position
const volume = () => player.getState().volume

/** Every key of the player; the list under `?` shows the same. */
export const playerKeys: readonly PlayerKey[] = [
  { key: ' ', shown: 'Space', does: 'Play or pause', act: player.toggle },
  { key: 'Shift+ArrowRight', shown: 'Shift →', does: 'Next', act: player.next },
  { key: 'Shift+ArrowLeft', shown: 'Shift ←', does: 'Previous', act: player.previous },
  { key: 'm', shown: 'M', does: 'Mute', act: toggleMute },
  { key: 's', shown: 'S', does: 'Shuffle', act: () => toggleShuffle() },
  {
    key: 'ArrowRight',
    shown: '→',
    does: '5 seconds on',
    inPlayer: true,
    act: () => player.seekTo(position() + JUMP),
  },
  {
    key: 'ArrowLeft',
    shown: '←',
    does: '5 seconds back',
    inPlayer: true,
    act: () => player.seekTo(position() - JUMP),
  },
  {
    key: 'ArrowUp',
    shown: '↑',
    does: 'Louder',
    inPlayer: true,
    act: () => player.setVolume(volume() + LOUDER),
  },
  {
    key: 'ArrowDown',
    shown: '↓',
    does: 'Quieter',
    inPlayer: true,
    act: () => player.setVolume(volume() - LOUDER),
  },
]

/** The keys of the player, on the whole page until `signal` ends. Never while typing or in a menu. */
export function listenToKeys(signal: AbortSignal): void {
  document.addEventListener(
    'keydown',
    event => {
      const row = rowFor(event)
      if (!row) return
      // A key that is held acts once, where it does not go on a little further each time.
      event.preventDefault()
      if (!event.repeat || row.inPlayer) row.act()
    },
    { signal },
  )
}

function rowFor(event: KeyboardEvent): PlayerKey | undefined {
  const { target } = event
  if (!isFree(event) || !(target instanceof Element)) return undefined
  const key = `${event.shiftKey ? 'Shift+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
  // Space presses what has the focus before it plays or pauses, and scrolls while there is nothing to play.
  const idle = player.getState().status === 'idle'
  if (key === ' ' && (idle || target.closest('button, a, summary, [role="button"]'))) return undefined
  const inPlayer = target.closest('[data-player]') !== null && !target.closest('[data-own-arrows]')
  return playerKeys.find(row => row.key === key && (inPlayer || !row.inPlayer))
}

/** Whether a key belongs to nobody else: not typed, not in a menu, no short cut of the browser. */
export function isFree(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false
  if (!(target instanceof Element) || target.closest('[role="menu"]')) return false
  if (target instanceof HTMLInputElement) return target.type === 'range'
  return target.closest('textarea, select, [contenteditable="true"]') === null
}

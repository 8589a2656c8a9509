import { toggleMute } from './mute.ts'
import { player } from './player.ts'

/** Seconds the arrow keys jump, and how much they change the volume. */
const JUMP = 5
const LOUDER = 0.05

const byKey: Readonly<Record<string, () => void>> = {
  ' ': player.toggle,
  'Shift+ArrowRight': player.next,
  'Shift+ArrowLeft': player.previous,
  m: toggleMute,
}

/** Only while something of the player has the focus that has no use for arrows of its own. */
const byKeyInPlayer: Readonly<Record<string, () => void>> = {
  ArrowRight: () => player.seekTo(player.progress.getState().position + JUMP),
  ArrowLeft: () => player.seekTo(player.progress.getState().position - JUMP),
  ArrowUp: () => player.setVolume(player.getState().volume + LOUDER),
  ArrowDown: () => player.setVolume(player.getState().volume - LOUDER),
}

/** The keys of the player, on the whole page until `signal` ends. Never while typing or in a menu. */
export function listenToKeys(signal: AbortSignal): void {
  document.addEventListener(
    'keydown',
    event => {
      const act = actFor(event)
      if (!act) return
      event.preventDefault()
      act()
    },
    { signal },
  )
}

function actFor(event: KeyboardEvent): (() => void) | undefined {
  const { target } = event
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return undefined
  if (!(target instanceof Element) || isTyping(target) || target.closest('[role="menu"]')) return undefined
  const key = `${event.shiftKey ? 'Shift+' : ''}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`
  // Space presses what has the focus before it plays or pauses.
  if (key === ' ' && target.closest('button, a, summary, [role="button"]')) return undefined
  const inPlayer = target.closest('[data-player]') !== null && !target.closest('[data-own-arrows]')
  return byKey[key] ?? (inPlayer ? byKeyInPlayer[key] : undefined)
}

function isTyping(target: Element): boolean {
  if (target instanceof HTMLInputElement) return target.type !== 'range'
  return target.closest('textarea, select, [contenteditable="true"]') !== null
}

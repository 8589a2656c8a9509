import type { PlayerTrack } from '@refrain/player/state/player-state'
import { ownName } from '../../prefix.ts'

/** A change of Your Tracks: first some are removed, then some are added at the end. */
export interface QueueChange {
  /** Ids of tracks. */
  readonly removed: readonly string[]
  readonly added: readonly PlayerTrack[]
}

/** Play was pressed in this tab: those that started earlier pause. */
export interface TabStart {
  readonly type: 'starts'
  /** Of the tab. */
  readonly id: string
  /** Milliseconds since 1970; later than all starts that the tab knew of. */
  readonly startedAt: number
}

export type TabMessage =
  | TabStart
  /** Asks for the leading tab. */
  | 'asks'
  /** The answer of the leading tab. */
  | 'leads'
  /** A tab has changed Your Tracks; the leading tab stores that. */
  | { readonly type: 'changes'; readonly id: string; readonly change: QueueChange }
  /** With the change, for tabs that were opened since, unless it had been stored before. */
  | { readonly type: 'stored'; readonly id: string; readonly change?: QueueChange }

/** Connects the tabs of a browser. */
export interface TabChannel {
  post(message: TabMessage): void
  listen(listener: (message: TabMessage) => void): void
}

/** Without BroadcastChannel the tabs do not know of each other. */
export function openTabChannel(): TabChannel {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(ownName('player')) : undefined
  return {
    post: message => channel?.postMessage(message),
    listen: listener =>
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data)),
  }
}

import { createStore } from '@refrain/player/state/store'

interface Announcement {
  readonly text: string
  /** Counts announcements, so that a repeated text is announced again. */
  readonly count: number
}

/** The latest announcement for screen readers; rendered by announcer.tsx. */
export const announcement = createStore<Announcement>({ text: '', count: 0 })

/** Announces text to screen readers, politely. */
export function announce(text: string): void {
  announcement.update({ text, count: announcement.getState().count + 1 })
}

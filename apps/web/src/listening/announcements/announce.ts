import { createStore } from '@refrain/player/state/store'

interface Announcement {
  readonly text: string
  /** Which it is since the page was opened: the same said again is heard again. */
  readonly count: number
}

/** What was done last, for those who do not see it; drawn by announcer.tsx. */
export const announcement = createStore<Announcement>({ text: '', count: 0 })

/** Tells screen readers what was done, without interrupting them. */
export function announce(text: string): void {
  announcement.update({ text, count: announcement.getState().count + 1 })
}

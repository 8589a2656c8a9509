import { createStore } from '@refrain/player/state/store'

interface Announcement {
  readonly text: string
  /** Counts announcements, so that a repeated text is announced again. */
  readonly count: number
  /** Also shown for a moment, as nothing in sight has changed. */
  readonly isShown: boolean
}

/** Milliseconds an announcement is shown. */
export const SHOWN_MS = 2_500

let timer: ReturnType<typeof setTimeout> | undefined

/** The latest announcement for screen readers; rendered by announcer.tsx. */
export const announcement = createStore<Announcement>({ text: '', count: 0, isShown: false })

/** Announces text to screen readers, politely. @param options.isShown shows it to everybody, too */
export function announce(text: string, { isShown = false } = {}): void {
  announcement.update({ text, count: announcement.getState().count + 1, isShown })
  clearTimeout(timer)
  if (isShown) timer = setTimeout(() => announcement.update({ isShown: false }), SHOWN_MS)
}

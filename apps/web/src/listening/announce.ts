import { createStore } from '@refrain/player/state/store'

interface Said {
  readonly text: string
  /** Which it is since the page was opened: the same said again is heard again. */
  readonly count: number
}

/** What was done last, for those who do not see it; drawn by announcer.tsx. */
export const said = createStore<Said>({ text: '', count: 0 })

/** Tells screen readers what was done, without interrupting them. */
export function announce(text: string): void {
  said.update({ text, count: said.getState().count + 1 })
}

/** Handled in layout.tsx, because what it opens depends on the window's width. */
export const queueShortcut = { key: 'q', shown: 'Q', does: 'openOrCloseQueue' } as const

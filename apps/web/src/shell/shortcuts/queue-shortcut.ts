/** As the list of keys shows it; what it opens depends on the width, in layout.tsx. */
export const queueShortcut = { key: 'q', shown: 'Q', does: 'Open or close the queue' }

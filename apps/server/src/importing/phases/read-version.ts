/**
 * Stored with each file that was read. Raise it when `readFile` finds more than before: the next import then reads every file
 * again, although none has changed.
 */
export const READ_VERSION = 2

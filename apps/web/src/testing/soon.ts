/** For `vi.waitFor`: long enough for a busy machine; a condition that holds is noticed at once. */
export const SOON = { timeout: 15_000 }

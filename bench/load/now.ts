/** Epoch milliseconds with fractions, the same in all processes. */
export const now = () => performance.timeOrigin + performance.now()

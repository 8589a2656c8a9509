/** How long browsers may reuse a public answer without asking (`max-age`), in milliseconds. */
const REUSED_MS = 60_000

let until = Number.NEGATIVE_INFINITY

/** From now on, and for as long as older answers may be reused, the browser asks whether they still hold. */
export function revalidateAnswers(): void {
  until = performance.now() + REUSED_MS
}

/** Whether a call that reads must not be answered with what the browser keeps. */
export const mustRevalidate = () => performance.now() < until

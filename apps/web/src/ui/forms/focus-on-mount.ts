/** A `ref` that gives an element the focus when it appears. Stable, so that it runs once. */
export const focusOnMount = (element: HTMLElement | null) => element?.focus()

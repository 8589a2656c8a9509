declare global {
  interface Window {
    vitals: Vitals
  }
}

/** What a page noted about itself while it loaded. Times are milliseconds from the start of the load. */
export interface Vitals {
  firstPaint: number
  largestPaint: number
  /** What was painted largest: `h2`, or the address of a picture. */
  largest: string
  shift: number
  readonly longTasks: { readonly start: number; readonly duration: number }[]
}

/** Runs in the page before its own scripts: notes what is painted, what moves and what keeps its thread busy. */
export function recordVitals(): void {
  const vitals: Vitals = { firstPaint: 0, largestPaint: 0, largest: '', shift: 0, longTasks: [] }
  window.vitals = vitals
  function observe(type: string, note: (entry: PerformanceEntry) => void): void {
    new PerformanceObserver(list => list.getEntries().forEach(note)).observe({ type, buffered: true })
  }
  observe('paint', entry => {
    if (entry.name === 'first-contentful-paint') vitals.firstPaint = entry.startTime
  })
  observe('largest-contentful-paint', entry => {
    const { element, url } = entry as PerformanceEntry & { element: Element | null; url: string }
    vitals.largestPaint = entry.startTime
    vitals.largest = url || (element?.localName ?? '')
  })
  observe('layout-shift', entry => {
    vitals.shift += (entry as PerformanceEntry & { value: number }).value
  })
  observe('longtask', ({ startTime: start, duration }) => vitals.longTasks.push({ start, duration }))
}

/** A task counts with what it takes beyond so many milliseconds. */
const FREE_MS = 50

/** How long the page could not have answered: the excess of each long task after the first paint. */
export function blockingTime({ firstPaint, longTasks }: Vitals): number {
  return longTasks
    .filter(task => task.start + task.duration > firstPaint)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - FREE_MS), 0)
}

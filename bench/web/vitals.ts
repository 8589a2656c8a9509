declare global {
  interface Window {
    vitals: Vitals
  }
}

/** Metrics that a page recorded while loading. Times are milliseconds from the start of the load. */
export interface Vitals {
  firstPaint: number
  largestPaint: number
  /** Largest painted element: `h2`, or the URL of a picture. */
  largest: string
  shift: number
  readonly longTasks: { readonly start: number; readonly duration: number }[]
}

/** Runs in the page before its own scripts and records paints, layout shifts and long tasks. */
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

/** Only the part of a task beyond this many milliseconds counts. */
const FREE_MS = 50

/** Blocking time: the excess of each long task after the first paint. */
export function blockingTime({ firstPaint, longTasks }: Vitals): number {
  return longTasks
    .filter(task => task.start + task.duration > firstPaint)
    .reduce((sum, { duration }) => sum + Math.max(0, duration - FREE_MS), 0)
}

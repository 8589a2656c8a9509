import cluster from 'node:cluster'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

/** What one process has measured, as `Registry.getMetricsAsJSON` gives it. */
export type Measurements = readonly MetricObjectWithValues<MetricValue<string>>[]

/** Messages between workers and their primary process. `ask` is a number that the asker has chosen. */
export type MetricsMessage =
  /** A worker wants the measurements of all. */
  | { readonly metrics: 'wanted'; readonly ask: number }
  /** The primary wants those of one worker. */
  | { readonly metrics: 'measure'; readonly ask: number }
  /** Those of one worker. */
  | { readonly metrics: 'measured'; readonly ask: number; readonly values: Measurements }
  /** Those of all, for the one that wanted them. */
  | { readonly metrics: 'collected'; readonly ask: number; readonly all: readonly Measurements[] }

/** How long a worker waits for the primary, which waits less for the other workers. */
const TIMEOUT_MS = 5_000

export const isMetricsMessage = (message: unknown): message is MetricsMessage =>
  typeof message === 'object' && message !== null && 'metrics' in message

const send = (message: MetricsMessage) => void process.send?.(message)

/** Gives a worker's measurements to the others. @returns stops it */
export function shareMeasurements(measure: () => Promise<Measurements>): () => void {
  if (!cluster.isWorker) return () => {}
  const answer = (message: unknown) => {
    if (!isMetricsMessage(message) || message.metrics !== 'measure') return
    const { ask } = message
    measure().then(
      values => send({ metrics: 'measured', ask, values }),
      () => send({ metrics: 'measured', ask, values: [] }),
    )
  }
  process.on('message', answer)
  return () => process.off('message', answer)
}

let asked = 0

/** The measurements of all workers, this one included. Rejects if the primary process does not answer. */
export function collectMeasurements(): Promise<readonly Measurements[]> {
  const ask = ++asked
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => end(() => reject(new Error('The primary process does not answer.'))),
      TIMEOUT_MS,
    )
    const receive = (message: unknown) => {
      if (!isMetricsMessage(message) || message.metrics !== 'collected' || message.ask !== ask) return
      end(() => resolve(message.all))
    }
    function end(settle: () => void): void {
      clearTimeout(timer)
      process.off('message', receive)
      settle()
    }
    process.on('message', receive)
    send({ metrics: 'wanted', ask })
  })
}

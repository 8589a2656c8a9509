import { AggregatorRegistry } from 'prom-client'
import type { Measurements } from './worker-metrics.ts'

/** Adds up what several processes have measured; each measurement says whether it is a sum, an average or a maximum. */
const sum = (all: readonly Measurements[]) => AggregatorRegistry.aggregate(all as never)

/** The measurements of several processes as one, in the format of Prometheus. */
export function formatSum(all: readonly Measurements[]): Promise<string> {
  return sum(all).metrics()
}

/** Adds the counters of a process that has ended to those of others. */
export async function sumOfEnded(ended: Measurements, last: Measurements): Promise<Measurements> {
  // The library's types name them otherwise than its values are.
  const isCounter = ({ type }: { readonly type: unknown }) => type === 'counter' || type === 'histogram'
  return sum([ended, last.filter(isCounter)]).getMetricsAsJSON()
}

import type { CallsResult } from '../load/calls-job.ts'
import { type Measured, singleFigure, timesFigure } from '../report/measured.ts'
import type { ListenersResult } from './listeners-job.ts'

/** Shorter interruptions are not noticed. */
const STALL_MS = 200
const READS_MS = 60
const MEMORY_MB = 400
/** What a service may keep of the memory that it took: compiled code, and pools of buffers. */
const KEPT_MB = 50
const RAMP = 'all listeners begin within half a minute and fetch ahead; a third of that once they play'
const POOLS = 'V8 gives freed pages of its heap back late'
/** Parts of a run, whose range is its noise. */
const PARTS = 5

export interface MeasuredStreaming {
  readonly seconds: number
  readonly heard: ListenersResult
  readonly called: CallsResult
  /** Share of one core. */
  readonly processor: number
  readonly beforeMb: number
  readonly peakMb: number
  /** A minute after everybody has left. */
  readonly keptMb: number
}

export function streamingFigures(measured: MeasuredStreaming): Measured[] {
  const { heard, called, seconds, processor, beforeMb, peakMb, keptMb } = measured
  const parts = (samples: readonly (readonly [dueMs: number, milliseconds: number])[] = []) =>
    splitRun(samples, seconds * 1000)
  const { reads, writes } = called
  const stalls = heard.stalls.filter(milliseconds => milliseconds > STALL_MS)
  return [
    singleFigure(`stalls over ${STALL_MS} ms, number`, stalls.length, 0),
    singleFigure('longest stall', Math.max(0, ...heard.stalls)),
    singleFigure('errors, number', countErrors(measured), 0),
    timesFigure('first sound after pressing play', [heard.starts], 0.99),
    timesFigure('range of audio', parts(heard.ranges), 0.99),
    timesFigure('reads', parts(reads?.samples), 0.99, READS_MS, RAMP),
    timesFigure('writes', parts(writes?.samples), 0.99),
    singleFigure('audio, MB a second', heard.bytes / 1e6 / seconds),
    singleFigure('processor of the service, % of a core', processor * 100),
    singleFigure('memory before, MB', beforeMb),
    singleFigure('memory at its peak, MB', peakMb, MEMORY_MB),
    singleFigure('memory kept a minute later, MB more', Math.max(0, keptMb - beforeMb), KEPT_MB, {
      reason: POOLS,
    }),
    timesFigure('the generator was late', [[...(reads?.lateMs ?? []), ...(writes?.lateMs ?? [])]], 0.99),
  ]
}

/** The first errors of each kind of load. */
export function describeErrors({ heard, called }: MeasuredStreaming): string[] {
  return [heard, ...Object.values(called)].flatMap(({ errors }) => errors)
}

function countErrors({ heard, called }: MeasuredStreaming): number {
  return [heard, ...Object.values(called)].reduce((sum, { errorCount }) => sum + errorCount, 0)
}

function splitRun(
  samples: readonly (readonly [dueMs: number, milliseconds: number])[],
  durationMs: number,
): number[][] {
  const parts = Array.from({ length: PARTS }, (): number[] => [])
  for (const [dueMs, milliseconds] of samples) {
    parts[Math.min(PARTS - 1, Math.floor((dueMs / durationMs) * PARTS))]?.push(milliseconds)
  }
  return parts
}

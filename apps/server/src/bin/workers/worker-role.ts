import cluster from 'node:cluster'
import { log } from '../../log/log.ts'

/** Variable that tells a worker whether it is the first. */
const VARIABLE = 'REFRAIN_WORKER'

/** One worker imports the operator's music. */
export type WorkerRole = 'first' | 'other'

export const environmentOf = (role: WorkerRole) => ({ [VARIABLE]: role })

/** The role of this process; undefined if it is no worker but the whole service. */
export function ownRole(): WorkerRole | undefined {
  if (!cluster.isWorker) return undefined
  return process.env[VARIABLE] === 'first' ? 'first' : 'other'
}

/** What a worker sends once it serves: the text for the operator. */
export interface ReadyMessage {
  readonly ready: string
}

/** Prints that the service is ready. Of several workers, the primary process prints the first one's text. */
export function announceReady(text: string): void {
  if (cluster.isWorker) process.send?.({ ready: text } satisfies ReadyMessage)
  else log.info(text)
}

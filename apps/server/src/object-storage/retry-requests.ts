import { setTimeout as wait } from 'node:timers/promises'
import { S3NetworkError, S3ServiceError } from 's3mini'
import { BucketRefusedError, ObjectStorageError } from './bucket-error.ts'

const FIRST_PAUSE_MS = 250

/** @throws what `work` throws, after `tries` if the service or the network failed temporarily */
export async function retryRequest<T>(work: () => Promise<T>, tries: number): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await work()
    } catch (error) {
      if (tried === tries || !isTemporary(error)) throw error
    }
    await wait(FIRST_PAUSE_MS * 2 ** tried)
  }
}

function isTemporary(error: unknown): boolean {
  if (error instanceof S3ServiceError) return error.status >= 500 || error.status === 429
  return isNetworkFailure(error)
}

/** Messages of `fetch` when there is no connection, and when it breaks during a response. */
const FETCH_FAILURES = new Set(['fetch failed', 'terminated'])

/** `fetch` fails with a TypeError, and with a TimeoutError after too long. */
function isNetworkFailure(error: unknown): error is Error {
  return (
    error instanceof S3NetworkError ||
    (error instanceof TypeError && FETCH_FAILURES.has(error.message)) ||
    (error instanceof DOMException && error.name === 'TimeoutError')
  )
}

/** The error for the operator. */
export function describeFailure(error: unknown, bucket: string, endpoint: string): unknown {
  if (error instanceof S3ServiceError) {
    const reason = String(error.serviceCode ?? error.status)
    const RefusedError = isTemporary(error) ? ObjectStorageError : BucketRefusedError
    return new RefusedError(
      `The bucket ${bucket} at ${endpoint} refused a request (${reason}): ${remedyFor(reason)}.`,
    )
  }
  if (isNetworkFailure(error)) {
    const { code = error.message } = (error.cause ?? {}) as { code?: string }
    return new ObjectStorageError(`${endpoint} cannot be reached (${code}): check S3_ENDPOINT.`)
  }
  return error
}

/** Codes of S3, and statuses of services that give none. */
const REMEDIES: Readonly<Record<string, string>> = {
  InvalidAccessKeyId: 'check S3_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'check S3_SECRET_ACCESS_KEY and S3_REGION',
  AccessDenied: 'allow the key to list, read, write and delete objects of the bucket',
  RequestTimeTooSkewed: 'set the clock of this machine',
  SlowDown: 'it has too many requests, try again later',
  429: 'it has too many requests, try again later',
}

const remedyFor = (reason: string) => REMEDIES[reason] ?? 'check its settings'

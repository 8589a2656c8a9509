import { setTimeout as wait } from 'node:timers/promises'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { OperatorError } from '../settings.ts'
import type { ObjectStorageSettings } from './settings.ts'

const TRIES = 4
const FIRST_PAUSE_MS = 250
/** Objects are small; a request that takes longer has lost its connection. */
const TIMEOUT_MS = 120_000

/** The objects of a bucket. Each call is repeated if the service or the network fails temporarily. */
export interface Bucket {
  /** Names of all objects that start with `prefix`. */
  list(prefix: string): Promise<string[]>
  /** @returns undefined if there is no such object */
  read(name: string): Promise<Buffer | undefined>
  /** Stores an object completely or not at all. */
  write(name: string, bytes: Uint8Array): Promise<void>
  remove(name: string): Promise<void>
}

/** @throws OperatorError from each call if the bucket does not exist, or the service refuses or cannot be reached */
export function openBucket(name: string, settings: ObjectStorageSettings): Bucket {
  const { endpoint, ...credentials } = settings
  const client = new S3mini({
    ...credentials,
    endpoint: `${endpoint.replace(/\/$/, '')}/${name}`,
    requestAbortTimeout: TIMEOUT_MS,
  })
  const attempt = <T>(work: () => Promise<T>) =>
    retry(work).catch(error => {
      throw describeFailure(error, name, endpoint)
    })
  return {
    async list(prefix) {
      const objects = await attempt(() => client.listObjects('/', prefix))
      if (!objects) throw new OperatorError(`There is no bucket ${name} at ${endpoint}: create it first.`)
      return objects.map(object => object.Key)
    },
    async read(object) {
      const content = await attempt(() => client.getObjectArrayBuffer(object))
      return content ? Buffer.from(content) : undefined
    },
    async write(object, bytes) {
      await attempt(() => client.putObject(object, bytes))
    },
    async remove(object) {
      await attempt(() => client.deleteObject(object))
    },
  }
}

async function retry<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await work()
    } catch (error) {
      if (tries === TRIES || !isTemporary(error)) throw error
    }
    await wait(FIRST_PAUSE_MS * 2 ** tries)
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

function describeFailure(error: unknown, bucket: string, endpoint: string): unknown {
  if (error instanceof S3ServiceError) {
    const reason = error.serviceCode ?? error.status
    return new OperatorError(
      `The bucket ${bucket} at ${endpoint} refused a request (${reason}): check its settings.`,
    )
  }
  if (isNetworkFailure(error)) {
    const { code = error.message } = (error.cause ?? {}) as { code?: string }
    return new OperatorError(`${endpoint} cannot be reached (${code}): check S3_ENDPOINT.`)
  }
  return error
}

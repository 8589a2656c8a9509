import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { RequestError } from '../../http/errors/request-errors.ts'

interface Parameters {
  /** In KiB. */
  readonly memory: number
  readonly passes: number
  readonly parallelism: number
}

const PARAMETERS: Parameters = { memory: 19_456, passes: 2, parallelism: 1 }
const SALT_BYTES = 16
const DIGEST_BYTES = 32
/** More than there are processors would be no sooner done, and would keep files that are read waiting. */
const AT_ONCE = Math.min(4, availableParallelism())
const MOST_WAITING = 64
const RETRY_SECONDS = 2

const derive = promisify(argon2)
const inTurn = pLimit(AT_ONCE)

/**
 * Hashes a password with argon2id; the PHC form names what it was made with.
 * @param late ends it while it waits for its turn
 */
export async function hashPassword(password: string, late?: AbortSignal): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  return toPhc(PARAMETERS, salt, await work(password, salt, PARAMETERS, DIGEST_BYTES, late))
}

/** What no password has: for accounts that do not exist or have no password, so that they cost the same. */
const NOBODYS = toPhc(PARAMETERS, randomBytes(SALT_BYTES), randomBytes(DIGEST_BYTES))

/**
 * True where the password belongs to the hash. Without a hash it takes as long and is false.
 * @param late ends it while it waits for its turn
 */
export async function verifyPassword(
  password: string,
  hash: string | null | undefined,
  late?: AbortSignal,
): Promise<boolean> {
  const { parameters, salt, digest } = readPhc(hash ?? NOBODYS)
  return timingSafeEqual(digest, await work(password, salt, parameters, digest.length, late))
}

/** True where the hash was made with other parameters than today's. */
export function isOutdated(hash: string): boolean {
  const { memory, passes, parallelism } = readPhc(hash).parameters
  return (
    memory !== PARAMETERS.memory || passes !== PARAMETERS.passes || parallelism !== PARAMETERS.parallelism
  )
}

/** @throws RequestError (503) where too many wait already */
async function work(
  password: string,
  nonce: Buffer,
  given: Parameters,
  tagLength: number,
  late: AbortSignal | undefined,
): Promise<Buffer> {
  if (inTurn.pendingCount >= MOST_WAITING) {
    throw new RequestError(503, 'The service is busy: try again in a moment.', RETRY_SECONDS)
  }
  return inTurn(() => {
    late?.throwIfAborted()
    return derive('argon2id', { message: password, nonce, tagLength, ...given })
  })
}

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function readPhc(hash: string): { parameters: Parameters; salt: Buffer; digest: Buffer } {
  const [, memory, passes, parallelism, salt, digest] = PHC.exec(hash) ?? []
  if (!salt || !digest) throw new Error('A password hash is not in the form that it is written in.')
  return {
    parameters: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, 'base64'),
    digest: Buffer.from(digest, 'base64'),
  }
}

function toPhc({ memory, passes, parallelism }: Parameters, salt: Buffer, digest: Buffer): string {
  const bare = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${bare(salt)}$${bare(digest)}`
}

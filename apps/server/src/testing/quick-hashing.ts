import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
let isReal = false

/** For tests of hashing itself, and for those that share what they hash with another process. */
export function hashForReal(): void {
  isReal = true
}

/**
 * Passwords and phrases of tests are hashed at hardly any cost, which would otherwise be a third of what tests of accounts
 * take. What is stored names the real cost.
 */
crypto.argon2 = (algorithm, parameters, done) => {
  const cost = isReal ? {} : { memory: 8 * parameters.parallelism, passes: 1 }
  argon2(algorithm, { ...parameters, ...cost }, done)
}
syncBuiltinESMExports()

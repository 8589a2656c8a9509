import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

const { argon2 } = crypto
let isReal = false

/**
 * For tests of hashing itself, those of requests that overtake each other while one hashes, and those that share what they
 * hash with another process.
 */
export function hashForReal(): void {
  isReal = true
}

/**
 * Passwords and phrases of tests are hashed at hardly any cost, which would otherwise be a third of what tests of accounts
 * take. What is stored names the real cost.
 */
const quickArgon2: typeof argon2 = (algorithm, parameters, done) => {
  const cost = isReal ? {} : { memory: 8 * parameters.parallelism, passes: 1 }
  argon2(algorithm, { ...parameters, ...cost }, done)
}

// Files that share a process run this again.
if (argon2.name !== quickArgon2.name) {
  crypto.argon2 = quickArgon2
  syncBuiltinESMExports()
}

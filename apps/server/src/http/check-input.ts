import type { InputOf, Operation } from '@refrain/contract/operation'
import { pathNames } from '@refrain/contract/operation'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { InvalidInputError } from './errors.ts'

z.config(z.locales.en())

const LONGEST_MESSAGE = 300

/**
 * Gathers what the caller gives, from the address and from the JSON body or the query, and checks it.
 * @throws InvalidInputError that says what is wrong.
 */
export function checkInput<Op extends Operation>(operation: Op, request: FastifyRequest): InputOf<Op> {
  const read = z.safeParse(operation.input, gather(operation, request))
  if (!read.success) throw new InvalidInputError(describe(read.error.issues))
  return read.data as InputOf<Op>
}

function gather(operation: Operation, request: FastifyRequest): Record<string, unknown> {
  const given = operation.method === 'GET' ? request.query : (request.body ?? {})
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw new InvalidInputError('The body must be a JSON object.')
  }
  const input: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(given)) input[name] = tidy(name, value)
  for (const name of pathNames(operation.path)) {
    if (name in input) throw new InvalidInputError(`"${name}" is part of the address.`)
    input[name] = tidy(name, (request.params as Record<string, string>)[name])
  }
  return input
}

/** Text is compared in one Unicode form, and control characters have no place in it. */
function tidy(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (/\p{Cc}/u.test(value)) throw new InvalidInputError(`"${name}" holds a control character.`.slice(0, 100))
  return value.normalize('NFC')
}

function describe(issues: readonly z.core.$ZodIssue[]): string {
  const texts = issues.slice(0, 3).map(issue => {
    const where = issue.path.map(String).join('.')
    return where ? `${where}: ${issue.message}` : issue.message
  })
  return texts.join('; ').slice(0, LONGEST_MESSAGE)
}

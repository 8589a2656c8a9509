import { type InputOf, type Operation, pathNames } from '@refrain/contract/operation'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { InvalidInputError } from '../errors/request-errors.ts'

z.config(z.locales.en())

const LONGEST_MESSAGE = 300

/**
 * Gathers what the caller gives, from the address and from the JSON body (POST) or the query, and checks it.
 * The reader that comes back throws InvalidInputError that says what is wrong.
 */
export function createInputReader<Op extends Operation>(
  operation: Op,
): (request: FastifyRequest) => InputOf<Op> {
  const { input: shape, method, invalid, multilineFields = [] } = operation
  const inPath = pathNames(operation.path)
  return invalid === undefined ? read : readOrRefuse

  function read(request: FastifyRequest): InputOf<Op> {
    const given = method === 'POST' ? request.body : request.query
    const input = collectInput(inPath, request.params, given, multilineFields)
    const { success, data, error } = z.safeParse(shape, input)
    if (!success) throw new InvalidInputError(describe(error.issues))
    return data as InputOf<Op>
  }

  function readOrRefuse(request: FastifyRequest): InputOf<Op> {
    try {
      return read(request)
    } catch (error) {
      throw error instanceof InvalidInputError ? new InvalidInputError(invalid!, [invalid!]) : error
    }
  }
}

function collectInput(
  inPath: readonly string[],
  params: unknown,
  given: unknown = {},
  multilineFields: readonly string[] = [],
): Record<string, unknown> {
  if (given === null || typeof given !== 'object' || Array.isArray(given)) {
    throw new InvalidInputError('The body must be a JSON object.')
  }
  const input: Record<string, unknown> = Object.create(null)
  for (const [name, value] of Object.entries(given)) {
    input[name] = multilineFields.includes(name) ? normalizeLines(name, value) : normalizeText(name, value)
  }
  for (const name of inPath) {
    if (name in input) throw new InvalidInputError(`"${name}" is part of the address.`)
    input[name] = normalizeText(name, (params as Record<string, unknown>)[name])
  }
  return input
}

const PLAIN = /^[\x20-\x7e]*$/

/**
 * More marks on one letter than any writing has (the limit of Unicode's stream-safe text): putting them in
 * order takes the square of their number, so they are refused before.
 */
const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{31}/u

/** Text is compared in one Unicode form, and control characters have no place in it. */
function normalizeText(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || PLAIN.test(value)) return value
  const wrong = /\p{Cc}/u.test(value)
    ? 'a control character'
    : TOO_MANY_MARKS.test(value) && 'too many marks on one letter'
  if (wrong) throw new InvalidInputError(`"${name.slice(0, 50)}" holds ${wrong}.`)
  return value.normalize('NFC')
}

/** The same for each line; however they end, they come back with a line feed between them. */
function normalizeLines(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const lines = value.split(/\r\n|\r|\n/)
  return lines.map(line => normalizeText(name, line)).join('\n')
}

function describe(issues: readonly z.core.$ZodIssue[]): string {
  const texts = issues.slice(0, 3).map(issue => {
    const where = issue.path.map(String).join('.')
    return where ? `${where}: ${issue.message}` : issue.message
  })
  return texts.join('; ').slice(0, LONGEST_MESSAGE)
}

import { type InputOf, type Operation, pathNames } from '@refrain/contract/operation'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { InvalidInputError } from '../errors/request-errors.ts'

z.config(z.locales.en())

const MAX_MESSAGE_LENGTH = 300

/**
 * Creates the function that reads and validates an operation's input: from the path, and from the JSON body (POST) or
 * the query. It throws InvalidInputError.
 */
export function createInputReader<Op extends Operation>(
  operation: Op,
): (request: FastifyRequest) => InputOf<Op> {
  const { input: shape, method, invalid, multilineFields = [] } = operation
  const inPath = pathNames(operation.path)
  return invalid === undefined ? read : readWithFixedError

  function read(request: FastifyRequest): InputOf<Op> {
    const given = method === 'POST' ? request.body : request.query
    const input = collectInput(inPath, request.params, given, multilineFields)
    const { success, data, error } = z.safeParse(shape, input)
    if (!success) throw new InvalidInputError(describeIssues(error.issues))
    return data as InputOf<Op>
  }

  function readWithFixedError(request: FastifyRequest): InputOf<Op> {
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
 * More combining marks on one letter than any script uses (the limit of Unicode's stream-safe text format).
 * Normalizing them takes quadratic time.
 */
const TOO_MANY_MARKS = /(?<!\p{M})\p{M}{31}/u

/** Rejects control characters and normalizes to NFC, the form in which text is compared. */
function normalizeText(name: string, value: unknown): unknown {
  if (typeof value !== 'string' || PLAIN.test(value)) return value
  const wrong = /\p{Cc}/u.test(value)
    ? 'a control character'
    : TOO_MANY_MARKS.test(value) && 'too many marks on one letter'
  if (wrong) throw new InvalidInputError(`"${name.slice(0, 50)}" holds ${wrong}.`)
  return value.normalize('NFC')
}

/** The same for each line; line breaks become line feeds. */
function normalizeLines(name: string, value: unknown): unknown {
  if (typeof value !== 'string') return value
  const lines = value.split(/\r\n|\r|\n/)
  return lines.map(line => normalizeText(name, line)).join('\n')
}

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const texts = issues.slice(0, 3).map(issue => {
    const where = issue.path.map(String).join('.')
    return where ? `${where}: ${issue.message}` : issue.message
  })
  return texts.join('; ').slice(0, MAX_MESSAGE_LENGTH)
}

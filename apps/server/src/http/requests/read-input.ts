import { textLimits } from '@refrain/contract/limits'
import { type InputOf, type Operation, pathNames } from '@refrain/contract/operation'
import { findTextFault, repairText } from '@refrain/contract/outside-text'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { InvalidInputError } from '../errors/request-errors.ts'
import { UnreadJson } from './json-body.ts'

z.config(z.locales.en())

const MAX_MESSAGE_LENGTH = 300
const LINE_ENDS = /\r\n?/g

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
    const given = method === 'POST' ? readBody(request) : request.query
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

const readBody = ({ body }: FastifyRequest): unknown => (body instanceof UnreadJson ? body.read() : body)

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
    input[name] = normalizeTexts(name, value, multilineFields.includes(name))
  }
  for (const name of inPath) {
    if (name in input) throw new InvalidInputError(`"${name}" is part of the address.`)
    input[name] = normalizeText(name, String((params as Record<string, unknown>)[name]), false)
  }
  return input
}

/** Makes every text in a value keep the rule for texts from outside. Depth and number of values are limited before. */
function normalizeTexts(name: string, value: unknown, hasLines: boolean): unknown {
  return typeof value === 'string' ? normalizeText(name, value, hasLines) : repairTexts(name, value)
}

/**
 * Rejects a text that breaks the rule and normalizes others to NFC, the form in which text is compared. Half of a character is
 * what is left where a program has cut a text: it becomes U+FFFD.
 */
function normalizeText(name: string, given: string, hasLines: boolean): string {
  requireLength(name, given)
  const value = given.toWellFormed()
  const wrong = findTextFault(value, { hasLines })
  if (wrong) throw new InvalidInputError(`"${name.slice(0, 50)}" holds ${wrong}.`)
  const normal = value.normalize('NFC')
  return hasLines ? normal.replaceAll(LINE_ENDS, '\n') : normal
}

/** Texts in lists come from files and archives, which nobody would correct: they are repaired instead. */
function repairTexts(name: string, value: unknown): unknown {
  if (typeof value === 'string') {
    requireLength(name, value)
    return repairText(value).normalize('NFC')
  }
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) value[index] = repairTexts(name, item)
  else if (typeof value === 'object' && value !== null) {
    const fields = value as Record<string, unknown>
    for (const [key, field] of Object.entries(fields)) fields[key] = repairTexts(name, field)
  }
  return value
}

function requireLength(name: string, value: string): void {
  if (value.length > textLimits.anyText.max)
    throw new InvalidInputError(`"${name.slice(0, 50)}" holds too long a text.`)
}

function describeIssues(issues: readonly z.core.$ZodIssue[]): string {
  const texts = issues.slice(0, 3).map(issue => {
    const where = issue.path.map(String).join('.')
    return where ? `${where}: ${issue.message}` : issue.message
  })
  return texts.join('; ').slice(0, MAX_MESSAGE_LENGTH)
}

import * as z from 'zod/mini'
import { countLimits, textLimits } from '../limits.ts'
import { operation } from '../operation.ts'
import { cursor, id, isoDate } from '../values.ts'

const level = z.enum(['warn', 'error'])

const logEntry = z.object({
  id,
  at: isoDate,
  level,
  message: z.string(),
  /** Id of the request that went wrong, as in the answer to it; null if it was none. */
  requestId: z.nullable(z.string()),
  /** Machine and process id. */
  process: z.string(),
})
export type LogEntry = z.infer<typeof logEntry>

export const fetchLog = operation({
  name: 'fetchLog',
  summary: `The last warnings and errors of all processes, newest first, ${countLimits.logPage} at a time; \`query\` is part of a message, or a request id. \`next\` goes into the following call as \`after\`, and is absent at the end.`,
  method: 'GET',
  path: '/api/admin/log',
  who: 'administrator',
  caching: 'none',
  input: z.strictObject({
    level: z.optional(level),
    query: z.optional(z.string().check(z.minLength(1), z.maxLength(textLimits.searchQuery.max))),
    after: z.optional(cursor),
  }),
  output: z.object({ entries: z.array(logEntry), next: z.optional(cursor) }),
})

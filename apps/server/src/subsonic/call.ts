import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from './request/authenticate.ts'
import type { Parameters } from './request/parameters.ts'
import type { Fields } from './response/fields.ts'

/** What a call is asked with. */
export interface CallInput {
  readonly parameters: Parameters
  readonly caller: Caller
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

/** One call of the protocol. */
export interface Call {
  /**
   * `read`: changes nothing. `listen`: records what is played. `edit`: changes the library, which an app needs the scope
   * for. `file`: sends bytes, and has limits of its own.
   */
  readonly kind: 'read' | 'listen' | 'edit' | 'file'
  /** @returns the answer's fields; undefined if it has sent bytes */
  answer(input: CallInput): Promise<Fields | undefined> | Fields | undefined
}

/** Calls by name, as `getAlbum`. */
export type Calls = Readonly<Record<string, Call>>

export const read = (answer: Call['answer']): Call => ({ kind: 'read', answer })
export const listen = (answer: Call['answer']): Call => ({ kind: 'listen', answer })
export const edit = (answer: Call['answer']): Call => ({ kind: 'edit', answer })
export const file = (answer: Call['answer']): Call => ({ kind: 'file', answer })

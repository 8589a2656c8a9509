import { createHash } from 'node:crypto'
import { type AppKeyScope, createAppKey } from '@refrain/contract/account/app-keys'
import { APPS_PATH } from '@refrain/contract/service-paths'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import { ADA } from '../../testing/sign-up.ts'
import { answerOf } from '../../testing/start-app.ts'
import { type Answer, expectSameXml, readJson } from './read-answer.ts'

/** Parameters; lists are sent several times. */
export type Asked = Readonly<Record<string, string | number | boolean | readonly (string | number)[]>>

export interface ConnectedApp {
  readonly secret: string
  readonly credentials: Readonly<Record<string, string>>
  /** Sends a call as it is. */
  send(
    name: string,
    asked?: Asked,
    options?: { method?: 'GET' | 'POST' | 'HEAD'; headers?: object },
  ): Promise<LightMyRequestResponse>
  /** Sends a call that changes nothing, in both formats, holds them against the schema, and returns the answer. */
  read(name: string, asked?: Asked): Promise<Answer>
  /** Sends a call once, as JSON. */
  act(name: string, asked?: Asked): Promise<Answer>
}

export function toQuery(asked: Asked): string {
  const pairs = Object.entries(asked).flatMap(([name, value]) =>
    [value].flat().map((each): [string, string] => [name, String(each)]),
  )
  return new URLSearchParams(pairs).toString()
}

/** Makes an app password for a listener, Ada by default, and signs in with it by token. */
export async function connectApp(
  app: FastifyInstance,
  headers: Record<string, string>,
  { scope = 'edit', email = ADA.email }: { scope?: AppKeyScope; email?: string } = {},
): Promise<ConnectedApp> {
  const input = { name: 'A test', kind: 'password', scope } as const
  const { secret } = await answerOf(app, createAppKey, input, headers)
  const s = 'salt'
  const t = createHash('md5')
    .update(secret + s)
    .digest('hex')
  const credentials = { u: email, t, s, v: '1.16.1', c: 'Test' }
  const send: ConnectedApp['send'] = (name, asked = {}, { method = 'GET', headers: more = {} } = {}) => {
    const query = toQuery({ ...credentials, f: 'json', ...asked })
    const url = `${APPS_PATH}/${name}.view`
    if (method !== 'POST') return app.inject({ method, url: `${url}?${query}`, headers: { ...more } })
    const type = { 'content-type': 'application/x-www-form-urlencoded' }
    return app.inject({ method, url, headers: { ...type, ...more }, payload: query })
  }
  const act = async (name: string, asked: Asked = {}) => {
    const answer = await send(name, asked, { method: 'POST' })
    if (answer.statusCode !== 200) throw new Error(`${name}: ${answer.statusCode} ${answer.body}`)
    return readJson(answer.body)
  }
  return {
    secret,
    credentials,
    send,
    act,
    async read(name, asked = {}) {
      const json = await act(name, asked)
      const xml = await send(name, { ...asked, f: 'xml' })
      expectSameXml(xml.body, json)
      return json
    },
  }
}

import { Agent, type IncomingMessage, request } from 'node:http'
import type { CallRequest } from '@refrain/contract/request'

export interface Answer {
  readonly status: number
  readonly milliseconds: number
  readonly body: string
}

/** One connection to a server on this machine, which is used for one request after the other. */
export class Connection {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 1 })
  readonly #port: number

  constructor(port: number) {
    this.#port = port
  }

  async ask(call: CallRequest, headers: Record<string, string> = {}): Promise<Answer> {
    const startedAt = performance.now()
    const answer = await this.open(call, headers)
    const chunks: Buffer[] = []
    for await (const chunk of answer) chunks.push(chunk)
    const milliseconds = performance.now() - startedAt
    return { status: answer.statusCode ?? 0, milliseconds, body: Buffer.concat(chunks).toString() }
  }

  /** Resolves with the head of the answer; the caller reads the body. */
  open(call: CallRequest, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const { method, url: path, body } = call
      const asked = request(
        {
          agent: this.#agent,
          port: this.#port,
          host: '127.0.0.1',
          method,
          path,
          headers: { ...call.headers, ...headers },
        },
        resolve,
      )
      asked.on('error', reject)
      asked.end(body)
    })
  }

  close(): void {
    this.#agent.destroy()
  }
}

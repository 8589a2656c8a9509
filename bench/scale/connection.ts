import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { CallRequest } from '@refrain/contract/request'

export interface Answer {
  readonly status: number
  readonly milliseconds: number
  readonly body: string
}

/** Requests to a server on this machine, on one connection after each other unless it may open more. */
export class Connection {
  readonly #agent: Agent
  readonly #port: number

  constructor(port: number, maxSockets = 1) {
    this.#agent = new Agent({ keepAlive: true, maxSockets })
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

  /**
   * Resolves with the head of the answer; the caller reads the body. Asks again if the server closed an idle connection
   * meanwhile, as browsers do.
   */
  open(call: CallRequest, headers: Record<string, string> = {}): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const asked = this.#request(call, headers, resolve)
      asked.on('error', (error: NodeJS.ErrnoException) => {
        if (asked.reusedSocket && error.code === 'ECONNRESET') this.open(call, headers).then(resolve, reject)
        else reject(error)
      })
    })
  }

  #request(
    call: CallRequest,
    headers: Record<string, string>,
    onAnswer: (answer: IncomingMessage) => void,
  ): ClientRequest {
    const { method, url: path, body } = call
    const address = { agent: this.#agent, port: this.#port, host: '127.0.0.1', method, path }
    const asked = request({ ...address, headers: { ...call.headers, ...headers } }, onAnswer)
    return asked.end(body)
  }

  close(): void {
    this.#agent.destroy()
  }
}

import { fork } from 'node:child_process'
import { once } from 'node:events'

export interface Generator<Result> {
  /** Ends the load. Resolves when all answers are there. */
  finish(): Promise<Result>
}

/** Starts a program that takes a job as its first message, ends it at the second one and sends its result. */
export function startGenerator<Job extends object, Result>(program: URL, job: Job): Generator<Result> {
  const child = fork(program)
  const ended = once(child, 'exit').then(([status]) => {
    throw new Error(`The generator of the load ended with ${status}.`)
  })
  const answered = once(child, 'message').then(([result]) => result as Result)
  const result = Promise.race([answered, ended])
  result.catch(() => {})
  child.send(job)
  return {
    async finish() {
      child.send('finish')
      try {
        return await result
      } finally {
        child.disconnect()
      }
    },
  }
}

// A vitest reporter: writes the results that scripts/run-tests.mjs needs to the file named by TEST_REPORT.
import { writeFileSync } from 'node:fs'

export default class TestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const others = unhandledErrors.filter(error => !isCrash(error))
    const report = { files: modules.map(describeFile), unhandledErrors: others.length }
    writeFileSync(process.env.TEST_REPORT, JSON.stringify(report))
  }
}

/** One test file: its path, how long it took in seconds, how many tests passed or were skipped, and which failed. */
function describeFile(module) {
  const tests = [...module.children.allTests()]
  const count = state => tests.filter(test => test.result().state === state).length
  const { collectDuration, duration } = module.diagnostic()
  return {
    path: module.moduleId,
    seconds: (collectDuration + duration) / 1000,
    passed: count('passed'),
    skipped: count('skipped'),
    failures: tests.filter(test => test.result().state === 'failed').map(test => test.fullName),
    // A file can also fail as a whole: it cannot be imported, one of its hooks throws, or its process crashes.
    ok: ['passed', 'skipped'].includes(module.state()),
  }
}

/** Whether the process of a test file ended by itself, such as by a fault of the runtime: that file has no result. */
function isCrash({ message = '', cause }) {
  return /exited unexpectedly/.test(`${message} ${cause?.message}`)
}

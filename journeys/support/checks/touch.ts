import type { CDPSession, Page } from 'playwright-core'
import {
  defineControls,
  defineTargetFaults,
  defineTextFaults,
  findFaults,
  findLost,
  holdControls,
  untilStill,
} from './touch-in-page.ts'

/**
 * What a finger finds wrong on a screen: targets that are too small, that lie over what belongs to another, or that shrink away
 * while they are pressed. Of an open dialog or sheet alone, if there is one; otherwise it scrolls through the page.
 * @param within selects the part of the page that is walked
 */
export async function touchFaults(page: Page, within = 'body'): Promise<string[]> {
  await page.evaluate(defineControls, within)
  for (const define of [defineTargetFaults, defineTextFaults]) await page.evaluate(define)
  await page.evaluate(untilStill)
  const still = await page.evaluate(findFaults)
  await page.evaluate(holdControls)
  const session = await page.context().newCDPSession(page)
  const release = await pressAll(session, within)
  await page.evaluate(untilStill)
  const pressed = await page.evaluate(findLost)
  await release()
  await page.evaluate(untilStill)
  await session.detach()
  return [...still, ...pressed]
}

/** Holds everything that can be pressed there in the state `:active`. @returns lets go */
async function pressAll(session: CDPSession, within: string): Promise<() => Promise<void>> {
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument', { depth: 0 })
  const { nodeIds } = await session.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: [within, 'dialog']
      .flatMap(part => ['a', 'button', '[role="menuitem"]'].map(pressed => `${part} ${pressed}`))
      .join(),
  })
  const force = (forcedPseudoClasses: string[]) =>
    Promise.all(nodeIds.map(nodeId => session.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses })))
  await force(['active'])
  return async () => {
    await force([])
  }
}

import { type SetUp, type SetUpChoice, setUpVariables } from '@refrain/contract/administration/set-up'
import { administrationTexts } from '@refrain/messages/en/administration'

/** Says where a choice comes from that cannot be made here. */
export const fixedText = (fixed: SetUp['fixed'], choice: SetUpChoice): string | undefined =>
  fixed.includes(choice)
    ? administrationTexts.fromEnvironment({ variable: setUpVariables[choice] })
    : undefined

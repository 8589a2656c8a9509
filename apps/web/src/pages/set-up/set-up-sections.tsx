import { type SetUp, type SetUpChoice, setUpVariables } from '@refrain/contract/administration/set-up'
import type { GuestMode, SignUpMode } from '@refrain/contract/administration/settings'
import { textLimits } from '@refrain/contract/limits'
import { PRODUCT_NAME } from '@refrain/contract/product'
import { administrationTexts } from '@refrain/messages/en/administration'
import { setUpTexts } from '@refrain/messages/en/administration/set-up'
import { useQuery } from '@tanstack/react-query'
import { OpenSignUpNote } from '../../administration/open-sign-up-note.tsx'
import { setUpFoldersQuery } from '../../administration/set-up.ts'
import { guestOptions, signUpOptions } from '../../administration/setting-choices.ts'
import { FormField } from '../../ui/forms/form-field.tsx'
import { Radios } from '../../ui/forms/radios.tsx'
import { Section } from '../account/section.tsx'
import { FolderPicker } from '../components/folder-picker.tsx'

export type Music = 'own' | 'sample' | 'none'

interface TextProps {
  readonly value: string
  readonly onChange: (value: string) => void
}

/** What the environment gives cannot be chosen. */
interface ChoiceProps {
  readonly fixed: SetUp['fixed']
}

export function CodeSection({ value, onChange }: TextProps) {
  return (
    <Section title={setUpTexts.code} text={setUpTexts.codeText}>
      <div className="-mb-4">
        <FormField
          label={setUpTexts.codeField}
          name="code"
          type="text"
          maxLength={textLimits.setUpCode.max}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          value={value}
          onChange={event => onChange(event.target.value)}
          errors={{}}
        />
      </div>
    </Section>
  )
}

export function NameSection({ fixed, value, onChange }: TextProps & ChoiceProps) {
  return (
    <Section title={administrationTexts.service} {...fixedText(fixed, 'serviceName')}>
      {!fixed.includes('serviceName') && (
        <div className="-mb-4">
          <FormField
            label={administrationTexts.serviceName}
            name="serviceName"
            type="text"
            maxLength={textLimits.serviceName.max}
            autoComplete="off"
            placeholder={PRODUCT_NAME}
            value={value}
            onChange={event => onChange(event.target.value)}
            errors={{}}
          />
        </div>
      )}
    </Section>
  )
}

interface MusicProps extends ChoiceProps {
  readonly code: string
  readonly music: Music
  readonly folder: string | null
  readonly onMusic: (music: Music) => void
  readonly onFolder: (path: string | null) => void
}

export function MusicSection({ fixed, code, music, folder, onMusic, onFolder }: MusicProps) {
  return (
    <Section title={setUpTexts.music} {...fixedText(fixed, 'music')}>
      {!fixed.includes('music') && (
        <Radios
          label={setUpTexts.music}
          name="music"
          value={music}
          onChange={onMusic}
          options={musicOptions(fixed.includes('sample'))}
        />
      )}
      {!fixed.includes('music') && music === 'own' && (
        <SetUpFolders code={code} path={folder} onChange={onFolder} />
      )}
    </Section>
  )
}

function SetUpFolders({
  code,
  path,
  onChange,
}: {
  readonly code: string
  readonly path: string | null
  readonly onChange: (path: string | null) => void
}) {
  return <FolderPicker query={useQuery(setUpFoldersQuery(code, path))} path={path} onChange={onChange} />
}

interface AccessProps extends ChoiceProps {
  readonly guests: GuestMode
  readonly signUp: SignUpMode
  readonly onGuests: (guests: GuestMode) => void
  readonly onSignUp: (signUp: SignUpMode) => void
}

/** Who may listen, and who may sign up. */
export function AccessSections({ fixed, guests, signUp, onGuests, onSignUp }: AccessProps) {
  return (
    <>
      <Section title={administrationTexts.guests} {...fixedText(fixed, 'guests')}>
        {!fixed.includes('guests') && (
          <Radios
            label={administrationTexts.guests}
            name="guests"
            value={guests}
            onChange={onGuests}
            options={guestOptions()}
          />
        )}
        <OpenSignUpNote guests={guests} signUp={signUp} />
      </Section>
      <Section title={administrationTexts.signUp} {...fixedText(fixed, 'signUp')}>
        {!fixed.includes('signUp') && (
          <Radios
            label={administrationTexts.signUp}
            name="signUp"
            value={signUp}
            onChange={onSignUp}
            options={signUpOptions()}
          />
        )}
      </Section>
    </>
  )
}

/** Texts are read within functions, after the language has been loaded. */
const musicOptions = (isSampleFixed: boolean) =>
  [
    ...(isSampleFixed ? [] : [['sample', setUpTexts.sampleMusic] as const]),
    ['none', setUpTexts.noMusic] as const,
    ['own', setUpTexts.ownMusic] as const,
  ] satisfies (readonly [Music, string])[]

/** Says where a choice comes from that cannot be made here. */
const fixedText = (fixed: SetUp['fixed'], choice: SetUpChoice) =>
  fixed.includes(choice)
    ? { text: administrationTexts.fromEnvironment({ variable: setUpVariables[choice] }) }
    : {}

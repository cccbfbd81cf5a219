import { createLink } from '@tanstack/react-router'
import { useId, type ComponentProps } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import { buttonClass, type ButtonProps } from './button.tsx'
import { Tooltip } from './tooltip.tsx'

interface AnchorProps extends Omit<ComponentProps<'a'>, 'className'> {
  readonly kind?: ButtonProps['kind']
  readonly icon?: IconName | undefined
  /** Why this person cannot go there. The link stays focusable and tells it. */
  readonly disabledReason?: string | undefined
}

function Anchor({ kind, icon, disabledReason, children, ...rest }: AnchorProps) {
  const reasonId = useId()
  if (disabledReason !== undefined)
    return (
      <>
        <Tooltip text={disabledReason}>
          <a
            href={rest.href}
            aria-disabled="true"
            aria-describedby={reasonId}
            className={buttonClass(kind)}
            onClick={(event) => event.preventDefault()}
          >
            {icon && <Icon name={icon} />}
            {children}
          </a>
        </Tooltip>
        <span id={reasonId} hidden>
          {disabledReason}
        </span>
      </>
    )
  return (
    <a {...rest} className={buttonClass(kind)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

/** A link to a page of the app that looks like a button: `<LinkButton to="…" kind="filled">Create key</LinkButton>`. */
export const LinkButton = createLink(Anchor)

import { createLink } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Icon, type IconName } from '../icon.tsx'
import { buttonClass, type ButtonProps } from './button.tsx'

interface AnchorProps extends Omit<ComponentProps<'a'>, 'className'> {
  readonly kind?: ButtonProps['kind']
  readonly icon?: IconName | undefined
}

function Anchor({ kind, icon, children, ...rest }: AnchorProps) {
  return (
    <a {...rest} className={buttonClass(kind)}>
      {icon && <Icon name={icon} />}
      {children}
    </a>
  )
}

/** A link to a page of the app that looks like a button: `<LinkButton to="…" kind="filled">Create key</LinkButton>`. */
export const LinkButton = createLink(Anchor)

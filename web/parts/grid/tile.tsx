import { memo, useId } from 'react'
import { filesWords } from '../../words/words.ts'
import { NameInput } from './name-input.tsx'
import { MenuOfRow, Picture, rowAttributes, SharedMark, type RowProps } from './row-parts.tsx'
import { SelectBox } from './select-box.tsx'
import styles from './tile.module.css'

const words = filesWords.browser

export interface TileProps extends RowProps {
  readonly column: number
  readonly columns: number
}

/** An item with its picture. */
export const Tile = memo((props: TileProps) => {
  const { item, context, top, column, columns, isChosen, isActive, isCut, isRenaming } = props
  const nameId = useId()
  return (
    <tr
      {...rowAttributes(props)}
      aria-labelledby={nameId}
      className={`${styles.tile} ${isCut ? styles.cut : ''}`}
      style={{
        transform: `translateY(${top}px)`,
        left: `calc((100% + var(--gap)) * ${column} / ${columns})`,
        width: `calc((100% + var(--gap)) / ${columns} - var(--gap))`,
      }}
    >
      <td className={styles.check} data-check="">
        <SelectBox label={words.select(item.name)} checked={isChosen} />
      </td>
      <td className={styles.picture}>
        <Picture item={item} context={context} size={24} />
      </td>
      <th scope="row" className={styles.name}>
        {isRenaming ? (
          <span id={nameId} className={styles.renaming}>
            <NameInput item={item} onSave={context.actions.saveName} onDone={context.onRenamed} />
          </span>
        ) : (
          <a
            id={nameId}
            href={context.hrefOf(item)}
            tabIndex={-1}
            draggable={false}
            title={item.name}
            className={styles.link}
          >
            <bdi>{item.name}</bdi>
          </a>
        )}
        <SharedMark item={item} />
      </th>
      <td className={styles.menu}>
        <MenuOfRow item={item} context={context} isActive={isActive} />
      </td>
    </tr>
  )
})

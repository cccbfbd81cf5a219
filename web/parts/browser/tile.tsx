import { memo, useId } from 'react'
import { RowMenuTabStop } from '../../ui/action/menu.tsx'
import { filesWords } from '../../words/words.ts'
import { ItemIcon } from '../item/item-icon.tsx'
import { NameInput } from './name-input.tsx'
import { MenuOfRow, rowAttributes, SharedMark, useSettled, type RowProps } from './row-parts.tsx'
import { SelectBox } from './select-box.tsx'
import styles from './tile.module.css'

const words = filesWords.browser

export interface TileProps extends RowProps {
  readonly column: number
  readonly columns: number
}

/** An item with its picture. */
export const Tile = memo((props: TileProps) => {
  const { item, context, top, column, columns, isChosen, isActive, isCut, isRenaming, isHurried } = props
  const nameId = useId()
  const isSettled = useSettled(isHurried)
  return (
    <div
      {...rowAttributes(props)}
      aria-labelledby={nameId}
      className={`${styles.tile} ${isCut ? styles.cut : ''}`}
      style={{
        transform: `translateY(${top}px)`,
        left: `calc((100% + var(--gap)) * ${column} / ${columns})`,
        width: `calc((100% + var(--gap)) / ${columns} - var(--gap))`,
      }}
    >
      <div role="gridcell" className={styles.check} data-check="">
        <SelectBox label={words.select(item.name)} checked={isChosen} />
      </div>
      <div role="gridcell" className={styles.picture}>
        <ItemIcon item={item} workspace={isSettled ? context.workspace : undefined} size={24} />
      </div>
      <div role="rowheader" className={styles.name}>
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
      </div>
      <div role="gridcell" className={styles.menu}>
        {isSettled && (
          <RowMenuTabStop value={isActive}>
            <MenuOfRow item={item} context={context} />
          </RowMenuTabStop>
        )}
      </div>
    </div>
  )
})

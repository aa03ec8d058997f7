//! Rules between panes, joined where they meet.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

#[derive(Clone, Copy, Default)]
struct Arms {
    up: bool,
    down: bool,
    /// 0 none, 1 light, 2 heavy.
    left: u8,
    right: u8,
}

/// A set of rules over an area.
pub struct Rules {
    area: Rect,
    cells: Vec<(Arms, Style)>,
}

impl Rules {
    /// None yet.
    pub fn new(area: Rect, style: Style) -> Self {
        Self {
            area,
            cells: vec![
                (Arms::default(), style);
                usize::from(area.width) * usize::from(area.height)
            ],
        }
    }

    fn cell(&mut self, x: u16, y: u16) -> Option<&mut (Arms, Style)> {
        if x >= self.area.width || y >= self.area.height {
            return None;
        }
        let i = usize::from(y) * usize::from(self.area.width) + usize::from(x);
        self.cells.get_mut(i)
    }

    /// A horizontal rule from one column to another, both included; it joins what stands beside it.
    pub fn horizontal(&mut self, y: u16, x0: u16, x1: u16, heavy: bool, style: Style) {
        let weight = if heavy { 2 } else { 1 };
        for x in x0..=x1 {
            if let Some((arms, s)) = self.cell(x, y) {
                arms.left = arms.left.max(weight);
                arms.right = arms.right.max(weight);
                *s = style;
            }
        }
        if let Some((arms, s)) = x0.checked_sub(1).and_then(|x| self.cell(x, y)) {
            arms.right = arms.right.max(weight);
            if heavy {
                *s = style;
            }
        }
        if let Some((arms, s)) = self.cell(x1 + 1, y) {
            arms.left = arms.left.max(weight);
            if heavy {
                *s = style;
            }
        }
    }

    /// A vertical rule from one row to another, both included; it joins the horizontal rule under it,
    /// so those come first.
    pub fn vertical(&mut self, x: u16, y0: u16, y1: u16) {
        for y in y0..=y1 {
            if let Some((arms, _)) = self.cell(x, y) {
                arms.up |= y > y0;
                arms.down = true;
            }
        }
        if let Some((arms, _)) = self.cell(x, y1 + 1) {
            arms.up |= arms.left + arms.right > 0;
        }
    }

    /// Draws them.
    pub fn draw(&self, buf: &mut Buffer) {
        for (i, (arms, style)) in self.cells.iter().enumerate() {
            let glyph = glyph(*arms);
            if glyph == ' ' {
                continue;
            }
            let width = usize::from(self.area.width.max(1));
            let (x, y) = (i % width, i / width);
            let at = (self.area.x + x as u16, self.area.y + y as u16);
            if let Some(cell) = buf.cell_mut(at) {
                cell.set_char(glyph).set_style(*style);
            }
        }
    }
}

fn glyph(a: Arms) -> char {
    match (a.up, a.down, a.left, a.right) {
        (false, false, 0, 0) => ' ',
        (false, false, 2, 1) => '╾',
        (false, false, 1, 2) => '╼',
        (false, false, l, r) if l.max(r) == 2 => '━',
        (false, false, ..) => '─',
        (_, _, 0, 0) => '│',
        (true, true, 0, 1) => '├',
        (true, true, 0, 2) => '┝',
        (true, true, 1, 0) => '┤',
        (true, true, 2, 0) => '┥',
        (true, true, 1, 1) => '┼',
        (true, true, 2, 1) => '┽',
        (true, true, 1, 2) => '┾',
        (true, true, ..) => '┿',
        (false, true, 0, 1) => '┌',
        (false, true, 0, 2) => '┍',
        (false, true, 1, 0) => '┐',
        (false, true, 2, 0) => '┑',
        (false, true, 1, 1) => '┬',
        (false, true, 2, 1) => '┭',
        (false, true, 1, 2) => '┮',
        (false, true, ..) => '┯',
        (true, false, 0, 1) => '└',
        (true, false, 0, 2) => '┕',
        (true, false, 1, 0) => '┘',
        (true, false, 2, 0) => '┙',
        (true, false, 1, 1) => '┴',
        (true, false, 2, 1) => '┵',
        (true, false, 1, 2) => '┶',
        (true, false, ..) => '┷',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_joined_where_they_meet() {
        let area = Rect::new(0, 0, 7, 4);
        let mut rules = Rules::new(area, Style::new());
        rules.horizontal(0, 0, 2, true, Style::new());
        rules.horizontal(0, 4, 6, false, Style::new());
        rules.horizontal(2, 0, 2, false, Style::new());
        rules.horizontal(3, 0, 6, false, Style::new());
        rules.vertical(3, 0, 2);
        let mut buf = Buffer::empty(area);
        rules.draw(&mut buf);
        let rows: Vec<String> = (0..4)
            .map(|y| (0..7).map(|x| buf[(x, y)].symbol()).collect())
            .collect();
        assert_eq!(rows, ["━━━┭───", "   │   ", "───┤   ", "───┴───"]);
    }
}

//! What a statement asks of a distributed database: of which tables, of how many nodes, and whether Citus answers it.
//!
//! `docs/deploy/citus.sql` says where each table is. The rules are those by which Citus 13 refuses statements.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::LazyLock;

use sqlparser::ast::{
    BinaryOperator, Expr, FromTable, Select, Statement, TableFactor, TableObject, TableWithJoins, Value,
    Visit, Visitor,
};
use sqlparser::dialect::PostgreSqlDialect;
use sqlparser::parser::Parser;

/// Where a table's rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Home {
    /// Spread by the game in this column.
    Game(&'static str),
    /// Spread by another key, in this column.
    Key(&'static str),
    /// On every node.
    Everywhere,
    /// On the coordinator.
    Coordinator,
}

impl Home {
    fn key(self) -> Option<&'static str> {
        match self {
            Self::Game(column) | Self::Key(column) => Some(column),
            Self::Everywhere | Self::Coordinator => None,
        }
    }
}

/// The tables that stay on the coordinator.
const AT_COORDINATOR: [&str; 4] = ["jobs", "waiting", "past_turns", "event_numbers"];

/// The tables that `citus.sql` spreads, and those that it leaves on the coordinator, by name.
pub static HOMES: LazyLock<BTreeMap<&'static str, Home>> = LazyLock::new(|| {
    let script = include_str!("../../../docs/deploy/citus.sql");
    let mut homes = BTreeMap::from(AT_COORDINATOR.map(|table| (table, Home::Coordinator)));
    for line in script.lines() {
        let words: Vec<&str> = line.split('\'').skip(1).step_by(2).collect();
        let twice = match words[..] {
            [table] if line.contains("create_reference_table(") => homes.insert(table, Home::Everywhere),
            [table, column, "games"] => homes.insert(table, Home::Game(column)),
            ["games", column] => homes.insert("games", Home::Game(column)),
            [table, column, "none" | "rating_changes"] => homes.insert(table, Home::Key(column)),
            _ => None,
        };
        assert_eq!(twice, None, "a table has one home: {line}");
    }
    homes
});

/// What a statement asks.
#[derive(Debug, Default)]
pub struct Reach {
    /// Why Citus refuses the statement.
    pub refused: Option<&'static str>,
    /// Whether every node has to answer.
    pub every_node: bool,
    /// Whether it asks for games and for something else.
    pub across: bool,
}

pub fn reach(sql: &str) -> Reach {
    let statements =
        Parser::parse_sql(&PostgreSqlDialect {}, sql).unwrap_or_else(|error| panic!("{error}: {sql}"));
    let mut reader = Statements::default();
    for statement in &statements {
        let _ = statement.visit(&mut reader);
    }
    reader.reach()
}

/// One end of `a.game = b.game` or `a.game = $1`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum End {
    /// The key of the table with this alias in this scope.
    Key(usize, String),
    /// A column of a subquery.
    Column(usize, String, String),
    Parameter(String),
}

/// A `SELECT`, or the whole of an `UPDATE` or `DELETE`.
#[derive(Debug, Default)]
struct Scope {
    outer: Option<usize>,
    /// The tables that it reads, by alias; `None` for subqueries and what `WITH` defines.
    tables: BTreeMap<String, Option<&'static str>>,
    /// The outermost scope whose rows it is about.
    about: Option<usize>,
    locks: bool,
}

#[derive(Default)]
struct Statements {
    scopes: Vec<Scope>,
    open: Vec<usize>,
    equal: Vec<(End, End)>,
    tables: BTreeSet<&'static str>,
    recursive: bool,
    /// Whether the key by which rows are spread is changed.
    moves: bool,
    /// Whether the next scope locks its rows.
    locking: bool,
}

impl Visitor for Statements {
    type Break = ();

    fn pre_visit_statement(&mut self, statement: &Statement) -> ControlFlow<()> {
        match statement {
            Statement::Update(update) => {
                self.enter([&update.table]);
                let key = self.spread(self.scopes.len() - 1).find_map(|table| HOMES[table].key());
                self.moves |= update.assignments.iter().any(|set| Some(&*set.target.to_string()) == key);
            }
            Statement::Delete(delete) => match &delete.from {
                FromTable::WithFromKeyword(tables) | FromTable::WithoutKeyword(tables) => {
                    self.enter(tables);
                }
            },
            Statement::Insert(insert) => {
                if let TableObject::TableName(name) = &insert.table
                    && let Some((table, _)) = HOMES.get_key_value(name.to_string().as_str())
                {
                    self.tables.insert(table);
                }
            }
            _ => {}
        }
        ControlFlow::Continue(())
    }

    fn pre_visit_query(&mut self, query: &sqlparser::ast::Query) -> ControlFlow<()> {
        self.recursive |= query.with.as_ref().is_some_and(|with| with.recursive);
        self.locking = !query.locks.is_empty();
        ControlFlow::Continue(())
    }

    fn pre_visit_select(&mut self, select: &Select) -> ControlFlow<()> {
        self.enter(&select.from);
        ControlFlow::Continue(())
    }

    fn post_visit_select(&mut self, _: &Select) -> ControlFlow<()> {
        self.open.pop();
        ControlFlow::Continue(())
    }

    fn pre_visit_expr(&mut self, expr: &Expr) -> ControlFlow<()> {
        if let Expr::CompoundIdentifier(name) = expr {
            self.refer(&name[0].value);
        }
        if let Expr::BinaryOp { left, op: BinaryOperator::Eq, right } = expr
            && let (Some(left), Some(right)) = (self.end(left), self.end(right))
        {
            self.equal.push((left, right));
        }
        ControlFlow::Continue(())
    }
}

impl Statements {
    fn enter<'a>(&mut self, tables: impl IntoIterator<Item = &'a TableWithJoins>) {
        let locks = std::mem::take(&mut self.locking);
        let mut scope = Scope { outer: self.open.last().copied(), locks, ..Scope::default() };
        for table in tables {
            for factor in
                std::iter::once(&table.relation).chain(table.joins.iter().map(|join| &join.relation))
            {
                match factor {
                    TableFactor::Table { name, alias, .. } => {
                        let name = name.to_string();
                        let known = HOMES.get_key_value(name.as_str()).map(|(table, _)| *table);
                        self.tables.extend(known);
                        let alias = alias.as_ref().map_or(name, |alias| alias.name.value.clone());
                        scope.tables.insert(alias, known);
                    }
                    TableFactor::Derived { alias, .. } => {
                        let alias = alias.as_ref().map_or("", |alias| alias.name.value.as_str());
                        scope.tables.insert(alias.to_owned(), None);
                    }
                    other => panic!("not understood: {other}"),
                }
            }
        }
        self.open.push(self.scopes.len());
        self.scopes.push(scope);
    }

    /// The scope that defines an alias.
    fn scope_of(&self, alias: &str) -> Option<usize> {
        let mut scope = self.open.last().copied();
        while let Some(id) = scope {
            if self.scopes[id].tables.contains_key(alias) {
                return Some(id);
            }
            scope = self.scopes[id].outer;
        }
        None
    }

    /// Marks the scopes between a column and its table: they are about rows of the table's scope.
    fn refer(&mut self, alias: &str) {
        let Some(found) = self.scope_of(alias) else { return };
        let mut scope = self.open.last().copied();
        while let Some(id) = scope.filter(|&id| id != found) {
            let about = &mut self.scopes[id].about;
            *about = Some(about.map_or(found, |about| about.min(found)));
            scope = self.scopes[id].outer;
        }
    }

    /// `None` if it is nothing that keys are compared with.
    fn end(&self, expr: &Expr) -> Option<End> {
        let (alias, column) = match expr {
            Expr::Value(value) => {
                let Value::Placeholder(name) = &value.value else { return None };
                return Some(End::Parameter(name.clone()));
            }
            Expr::CompoundIdentifier(name) => (name[0].value.clone(), name.last()?.value.as_str()),
            Expr::Identifier(name) => {
                let scope = &self.scopes[*self.open.last()?];
                (scope.tables.keys().next()?.clone(), name.value.as_str())
            }
            _ => return None,
        };
        let scope = self.scope_of(&alias)?;
        let Some(table) = self.scopes[scope].tables[&alias] else {
            return Some(End::Column(scope, alias, column.to_owned()));
        };
        (HOMES[table].key()? == column).then_some(End::Key(scope, alias))
    }

    fn reach(&self) -> Reach {
        let games = self.tables.iter().any(|table| matches!(HOMES[table], Home::Game(_)));
        let others = self.tables.iter().any(|table| !matches!(HOMES[table], Home::Game(_)));
        let every_node = self.scopes.iter().enumerate().any(|(id, scope)| {
            scope.tables.iter().any(|(alias, table)| {
                table.is_some_and(is_spread) && !self.reaches(&End::Key(id, alias.clone()), is_parameter)
            })
        });
        Reach { refused: self.refusal(every_node), every_node, across: games && others }
    }

    fn refusal(&self, every_node: bool) -> Option<&'static str> {
        let spread = self.tables.iter().copied().any(is_spread);
        if self.moves {
            return Some("a key by which rows are spread is changed");
        }
        if spread && self.recursive {
            return Some("a recursive query of a table that is spread");
        }
        for (id, scope) in self.scopes.iter().enumerate() {
            if scope.locks && every_node && self.spread(id).next().is_some() {
                return Some("rows of several nodes are locked");
            }
            if self.spread(id).next().is_some()
                && self.together(id).any(|(.., table)| HOMES[table] == Home::Coordinator)
            {
                return Some("a table of the coordinator is joined with one that is spread");
            }
            let mut keys = self
                .together(id)
                .filter(|&(.., table)| is_spread(table))
                .map(|(scope, alias, _)| End::Key(scope, alias.to_owned()));
            if let Some(first) = keys.next()
                && keys.any(|key| key != first && !self.reaches(&key, |end| *end == first))
            {
                return Some("tables that are spread are joined by other columns than their keys");
            }
        }
        self.scopes.iter().enumerate().find_map(|(id, scope)| {
            let outer = scope.about?;
            let lonely = self.spread(outer).next().is_none() && !self.scopes[outer].tables.is_empty();
            (lonely && self.spread(id).next().is_some())
                .then_some("a subquery of a table that is spread is about rows of one that is not")
        })
    }

    /// The tables of a scope that are spread.
    fn spread(&self, id: usize) -> impl Iterator<Item = &'static str> {
        self.scopes[id].tables.values().flatten().copied().filter(|table| is_spread(table))
    }

    /// The tables of a scope and of subqueries about its rows: scope, alias, name.
    fn together(&self, id: usize) -> impl Iterator<Item = (usize, &str, &'static str)> {
        let scopes = self.scopes.iter().enumerate();
        let about = scopes.filter(move |&(other, scope)| other == id || scope.about == Some(id));
        about.flat_map(|(id, scope)| {
            scope.tables.iter().filter_map(move |(alias, table)| Some((id, alias.as_str(), (*table)?)))
        })
    }

    /// Whether a key equals, by way of any other keys, such an end.
    fn reaches(&self, from: &End, to: impl Fn(&End) -> bool) -> bool {
        let (mut seen, mut open) = (BTreeSet::from([from]), vec![from]);
        while let Some(end) = open.pop() {
            if to(end) {
                return true;
            }
            for (a, b) in &self.equal {
                for (here, there) in [(a, b), (b, a)] {
                    if here == end && seen.insert(there) {
                        open.push(there);
                    }
                }
            }
        }
        false
    }
}

fn is_spread(table: &str) -> bool {
    HOMES[table].key().is_some()
}

fn is_parameter(end: &End) -> bool {
    matches!(end, End::Parameter(_))
}

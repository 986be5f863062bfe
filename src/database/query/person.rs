//! Whether the name of a person is the one asked for.

use super::name::{Kind, Name, Part, Role};
use super::screen::Screen;
use super::word::Word;

/// A person asked for: words in any order, which may be cut short.
pub(super) struct Person {
    asked: Vec<Asked>,
}

/// A word asked for.
pub(super) struct Asked {
    part: Part,
    /// Whether an initial may abbreviate it.
    may_be_given: bool,
    /// Whether it is the whole surname of somebody, and so not the beginning of another's.
    is_surname: bool,
    /// Whether no word follows, so that it may be the beginning of one.
    is_last: bool,
}

impl Person {
    /// The person of a text; nothing without a word.
    pub(super) fn of(text: &str) -> Option<Person> {
        let parts = Name::of(text).parts;
        let last = parts.len().checked_sub(1)?;
        let asked = |(place, part)| Asked::new(part, place == last);
        Some(Person { asked: parts.into_iter().enumerate().map(asked).collect() })
    }

    pub(super) fn words(&self) -> usize {
        self.asked.len()
    }

    /// For the names that may be this one, and those to learn from: they have one of the words that no initial abbreviates, if any.
    pub(super) fn screen(&self) -> Screen {
        let is_whole = |asked: &&Asked| asked.part.kind == Kind::Whole;
        let has_whole = self.asked.iter().any(|asked| is_whole(&asked));
        let words = self.asked.iter().filter(|asked| !has_whole || is_whole(asked));
        Screen::of(words.map(Asked::word))
    }

    /// Learns from a name of the database: who asks for `Ton Bos` does not mean `Ton,B.` or `Ton Bosman`, if there is a Bos. Given names
    /// come first.
    pub(super) fn learn(&mut self, name: &Name) {
        let last = self.asked.iter().rposition(|asked| asked.part.kind == Kind::Whole);
        for (place, asked) in self.asked.iter_mut().enumerate() {
            asked.is_surname |= asked.is_surname_of(name);
            asked.may_be_given &= !(asked.is_surname && Some(place) == last);
        }
    }

    /// Whether a name has all words, each at a place of its own.
    pub(super) fn is(&self, name: &Name) -> bool {
        let mut free = vec![true; name.parts.len()];
        let mut has_surname = false;
        let mut order: Vec<&Asked> = self.asked.iter().collect();
        // The longest first, so that an initial does not take the place of a whole word.
        order.sort_by_key(|asked| std::cmp::Reverse(asked.part.word.text().len()));
        order.retain(|asked| {
            let place = asked.place(name, &free, self.asked.len() == 1);
            if let Some(place) = place {
                free[place] = false;
                has_surname |= asked.names_surname(&name.parts[place]);
            }
            place.is_none()
        });
        order.is_empty()
            || has_surname && order.iter().all(|asked| asked.take_initial(name, &mut free))
    }
}

impl Asked {
    /// Words of a text, each of which may be of another name.
    pub(super) fn each(text: &str, is_last: bool) -> Vec<Asked> {
        Name::of(text).parts.into_iter().map(|part| Asked::new(part, is_last)).collect()
    }

    fn new(part: Part, is_last: bool) -> Asked {
        Asked { part, is_last, may_be_given: true, is_surname: false }
    }

    /// Whether each word is in a name, or an initial in its place beside a surname that is asked for too.
    pub(super) fn found(all: &[&Asked], name: &Name) -> Vec<bool> {
        let free = vec![true; name.parts.len()];
        let places: Vec<Option<usize>> =
            all.iter().map(|asked| asked.place(name, &free, all.len() == 1)).collect();
        let mut named = all.iter().zip(&places);
        let has_surname = named
            .any(|(asked, place)| place.is_some_and(|at| asked.names_surname(&name.parts[at])));
        let found = |(asked, place): (&&Asked, &Option<usize>)| {
            place.is_some() || has_surname && asked.take_initial(name, &mut free.clone())
        };
        all.iter().zip(&places).map(found).collect()
    }

    /// A word that is somebody's surname is no given name.
    pub(super) fn learn(&mut self, name: &Name) {
        self.may_be_given &= !self.is_surname_of(name);
    }

    fn is_surname_of(&self, name: &Name) -> bool {
        name.surname().any(|surname| self.word().is(surname))
    }

    pub(super) fn word(&self) -> &Word {
        &self.part.word
    }

    /// The free place of a name with this word, or else of a word that it begins.
    fn place(&self, name: &Name, free: &[bool], is_only: bool) -> Option<usize> {
        let find = |fits: &dyn Fn(&Part) -> bool| {
            let mut places = name.parts.iter().zip(free);
            places.position(|(part, is_free)| *is_free && fits(part))
        };
        let is_there = |part: &Part| self.word().is(&part.word);
        let is_begun = |part: &Part| self.begins(part, name.has_comma && !is_only);
        find(&is_there).or_else(|| find(&is_begun))
    }

    /// Whether the word may be the beginning of that of a name. The letter of a given name is not that of a surname.
    fn begins(&self, part: &Part, is_surname_known: bool) -> bool {
        let may_begin = match self.part.kind {
            Kind::Particle => self.is_last,
            Kind::SmallInitial => part.kind == Kind::Particle,
            Kind::Initial => {
                !is_surname_known || part.role == Role::Given || part.kind == Kind::Particle
            }
            Kind::Whole | Kind::Suffix => !self.is_surname,
        };
        may_begin && self.word().begins(&part.word)
    }

    /// Whether this word is the surname of a name, or begins it and is the last that is asked for.
    fn names_surname(&self, part: &Part) -> bool {
        (self.part.kind, part.kind, part.role) == (Kind::Whole, Kind::Whole, Role::Surname)
            && (self.is_last || self.word().is(&part.word))
    }

    /// Takes the places of initials that abbreviate this word: `J` for Jan, `v` for van, `J` and `M` for JM.
    fn take_initial(&self, name: &Name, free: &mut [bool]) -> bool {
        let own = match self.part.kind {
            Kind::Whole if self.may_be_given => Kind::Initial,
            Kind::Particle => Kind::SmallInitial,
            _ => return false,
        };
        let is_there = |part: &Part| {
            part.kind == own && part.word.begins(self.word())
                // In a name without capitals a letter may be of a particle too.
                || part.kind == Kind::Initial && own == Kind::SmallInitial && !name.has_case
                    && part.word.begins(self.word())
        };
        let place = name.parts.iter().zip(&*free).position(|(part, free)| *free && is_there(part));
        if let Some(place) = place {
            free[place] = false;
            return true;
        }
        self.take_initials(name, free)
    }

    /// Takes the places of all initials, where they are written together.
    fn take_initials(&self, name: &Name, free: &mut [bool]) -> bool {
        let is_free = |place: &usize| free[*place] && name.parts[*place].kind == Kind::Initial;
        let places: Vec<usize> = (0..free.len()).filter(is_free).collect();
        let letters: String = places.iter().map(|&place| name.parts[place].word.text()).collect();
        let are_these = places.len() > 1 && letters == self.word().text();
        if are_these {
            places.into_iter().for_each(|place| free[place] = false);
        }
        are_these
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether a database of these names finds the first for a question.
    fn finds(question: &str, names: &[&str]) -> bool {
        let names: Vec<Name> = names.iter().map(|name| Name::of(name)).collect();
        let mut person = Person::of(question).expect("a word");
        names.iter().for_each(|name| person.learn(name));
        person.is(&names[0])
    }

    fn all_find(questions: &[&str], names: &[&str]) {
        for name in names {
            for question in questions {
                assert!(finds(question, &[name]), "{question} finds {name}");
            }
        }
    }

    fn none_finds(questions: &[&str], names: &[&str]) {
        for name in names {
            for question in questions {
                assert!(!finds(question, &[name]), "{question} does not find {name}");
            }
        }
    }

    #[test]
    fn a_person_is_found_in_every_spelling_by_every_spelling() {
        let spellings =
            ["Brands,T.", "Brands, T", "T. Brands", "T.Brands", "Brands T.", "Brands T"];
        all_find(&["Ton Brands", "Brands, Ton", "Brands Ton", "ton brands"], &spellings);
        let whole = ["Ton Brands", "Brands, Ton", "BRANDS, TON", "ton brands", "Brands,T.(Ton)"];
        all_find(&spellings, &whole);
        all_find(&spellings, &spellings);
        all_find(&["Brands", "Bran", "t bra", "brands t", "T. Brands"], &spellings);
        all_find(&["Ton Brands", "Ton", "Brands", "brands to"], &whole);
    }

    #[test]
    fn an_initial_is_no_surname() {
        let names = ["Berg,S.", "S. Berg", "Berg S.", "Sven Berg", "Berg, S.T.", "berg,s."];
        none_finds(&["Smit", "Sander Smit", "Smit, Berend", "B. Smit", "Smi", "erg"], &names);
        none_finds(&["Smit"], &["S. M. I. T.", "S.M. de Vries", "S."]);
        // A letter of the surname is no initial of the given name.
        none_finds(&["B. Smit", "Bert Smit"], &["Smit-Bos, A."]);
        none_finds(&["Tom Jansen", "T. Jansen"], &["Tomson,J.", "Tjallings,J."]);
    }

    #[test]
    fn another_given_name_is_another_person() {
        none_finds(&["Jan Brands", "J. Brands", "Ton Ton Brands", "Tom Brands"], &["Brands, Ton"]);
        none_finds(&["Jan Brands", "Ton Jan Brands", "Ton Ton Brands"], &["Brands,T."]);
        none_finds(&["Jan Bos"], &["Bos,J.(Johan)"]);
        all_find(&["Johan Bos", "J. Bos", "Bos,J."], &["Bos,J.(Johan)"]);
    }

    #[test]
    fn several_initials_mean_several_names() {
        let names = ["Dubois, J.M.", "J.M. Dubois", "J. M. Dubois", "Dubois,JM", "Dubois J.M."];
        all_find(
            &["Jean Marc Dubois", "Dubois, Jean-Marc", "Marc Dubois", "J.M. Dubois", "JM Dubois"],
            &names,
        );
        none_finds(&["Jean Paul Dubois", "Jean Marc Jules Dubois", "Jean Jules Dubois"], &names);
        all_find(&["Theo Bos", "Th. Bos", "T. Bos"], &["Bos, Th.", "Th. Bos"]);
        none_finds(&["Ton Bos"], &["Bos, Th."]);
    }

    #[test]
    fn particles_are_no_given_names() {
        let names = [
            "Wal, Jan van der",
            "Jan van der Wal",
            "van der Wal, Jan",
            "Wal,J. van der",
            "Wal,J.v.d.",
            "Wal, J. vd",
        ];
        all_find(
            &["van der Wal", "Jan van der Wal", "J. van der Wal", "v.d. Wal", "vd Wal", "Wal"],
            &names,
        );
        none_finds(&["de Vries", "Daan Vries van"], &["Vries,D.", "Vries, Derk"]);
        none_finds(&["Dirk van der Wal", "Victor Wal", "Dirk Wal"], &names);
        all_find(&["Jan de Vries jr.", "de Vries"], &["Vries, Jan de, jr.", "Jan de Vries Jr."]);
        all_find(&["van 't Hof", "van t Hof"], &["Hof, P. van 't", "Piet van ’t Hof"]);
    }

    #[test]
    fn who_is_asked_for_with_a_given_name_is_not_his_namesake_turned_round() {
        assert!(!finds("Ton Bos", &["Ton,B.", "Bos,T."]));
        assert!(finds("Ton Bos", &["Bos,T.", "Ton,B."]));
        assert!(finds("Thomas Bos", &["Bos,T.", "Thomas,K."]));
        assert!(finds("Ton Bo", &["Bosman, Ton", "Bos,T."]));
        for question in ["Bos", "Ton Bos", "T. Bos"] {
            assert!(finds(question, &["Bosman, Ton", "Dijk,P."]), "{question}");
            assert!(!finds(question, &["Bosman, Ton", "Bos,A."]), "{question}");
        }
    }

    #[test]
    fn letters_and_digits_part_words() {
        all_find(&["Level 8", "level8", "8 level"], &["Level 8", "Level8", "Level 8a"]);
        none_finds(&["Level 8a"], &["Level 8", "Level A."]);
        all_find(&["user1990", "user", "1990"], &["User1990"]);
    }
}
